/** What tests of processors have in common. */
@NullMarked
package io.tributary.processors.kit;

import org.jspecify.annotations.NullMarked;
