/** Pages and files that are generated from code. */
@NullMarked
package io.tributary.documentation;

import org.jspecify.annotations.NullMarked;
