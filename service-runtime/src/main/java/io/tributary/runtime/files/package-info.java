/** Folders that one process has for itself. */
@NullMarked
package io.tributary.runtime.files;

import org.jspecify.annotations.NullMarked;
