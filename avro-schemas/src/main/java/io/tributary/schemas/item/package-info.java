/** Tables and items: attributes with their types and sources, sizes in bytes. */
@NullMarked
package io.tributary.schemas.item;

import org.jspecify.annotations.NullMarked;
