/** What tests of families have in common. */
@NullMarked
package io.tributary.sink.kit;

import org.jspecify.annotations.NullMarked;
