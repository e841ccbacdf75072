/** Parsers for JSON with foreign names. */
@NullMarked
package io.tributary.schemas.json;

import org.jspecify.annotations.NullMarked;
