/** The life of this process: exit codes, signals, and services in the foreground. */
@NullMarked
package io.tributary.cli.process;

import org.jspecify.annotations.NullMarked;
