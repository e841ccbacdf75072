/** What tables and topics hold, read without any code of the project. */
@NullMarked
package io.tributary.harness.store;

import org.jspecify.annotations.NullMarked;
