/**
 * Commands and outcomes: a single writer decides in log order, and whoever asked hears what was
 * decided.
 */
@NullMarked
package io.tributary.processors.command;

import org.jspecify.annotations.NullMarked;
