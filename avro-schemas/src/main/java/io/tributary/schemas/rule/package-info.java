/** Rules of fields, as the {@code rule} properties of the schemas say. */
@NullMarked
package io.tributary.schemas.rule;

import org.jspecify.annotations.NullMarked;
