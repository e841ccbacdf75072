/** The whole pipeline in one go: servers as child processes, services in this one. */
@NullMarked
package io.tributary.launcher.up;

import org.jspecify.annotations.NullMarked;
