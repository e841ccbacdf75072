/**
 * Subjects and what happens to them: a single writer decides commands in log order, and whoever
 * asked hears what was decided; activity is counted beside it, rarely enough to be stored.
 */
@NullMarked
package io.tributary.processors.command;

import org.jspecify.annotations.NullMarked;
