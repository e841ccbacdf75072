/**
 * Settings: declared once, read from flags, environment and file, checked before anything starts.
 */
@NullMarked
package io.tributary.runtime.config;

import org.jspecify.annotations.NullMarked;
