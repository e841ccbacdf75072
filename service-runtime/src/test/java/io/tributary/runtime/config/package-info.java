@NullMarked
package io.tributary.runtime.config;

import org.jspecify.annotations.NullMarked;
