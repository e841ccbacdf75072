/** Stores of any task's state: how they are kept, and how they are gone through bit by bit. */
@NullMarked
package io.tributary.processors.store;

import org.jspecify.annotations.NullMarked;
