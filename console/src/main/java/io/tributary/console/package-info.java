/** The console: web pages about the pipeline, on the engines of the command line. */
@NullMarked
package io.tributary.console;

import org.jspecify.annotations.NullMarked;
