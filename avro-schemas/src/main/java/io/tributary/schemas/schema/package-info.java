/**
 * The schemas of every release, by which old records stay readable and new schemas stay compatible.
 */
@NullMarked
package io.tributary.schemas.schema;

import org.jspecify.annotations.NullMarked;
