/**
 * The command {@code tributary}: reads a command line and runs its command. Results go to standard
 * output, logs and errors to standard error. The only package that knows picocli.
 */
@NullMarked
package io.tributary.cli;

import org.jspecify.annotations.NullMarked;
