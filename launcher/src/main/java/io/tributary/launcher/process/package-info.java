/** The process of services: readiness, signals, orderly end. */
@NullMarked
package io.tributary.launcher.process;

import org.jspecify.annotations.NullMarked;
