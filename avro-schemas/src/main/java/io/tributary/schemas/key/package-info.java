/** Keys of facts, records and items: made and parsed in one place for each table, and injective. */
@NullMarked
package io.tributary.schemas.key;

import org.jspecify.annotations.NullMarked;
