/** Output of operators' commands: results for people or programs, and progress. */
@NullMarked
package io.tributary.cli.output;

import org.jspecify.annotations.NullMarked;
