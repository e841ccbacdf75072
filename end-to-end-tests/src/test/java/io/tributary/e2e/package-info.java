/** What holds for the pipeline as a whole, whatever the family. */
@NullMarked
package io.tributary.e2e;

import org.jspecify.annotations.NullMarked;
