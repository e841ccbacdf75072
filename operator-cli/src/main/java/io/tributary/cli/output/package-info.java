/** What operators' commands print: results for people or for programs, and how far they are. */
@NullMarked
package io.tributary.cli.output;

import org.jspecify.annotations.NullMarked;
