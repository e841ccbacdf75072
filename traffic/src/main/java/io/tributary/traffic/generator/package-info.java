/** Choices and requests of generated traffic. */
@NullMarked
package io.tributary.traffic.generator;

import org.jspecify.annotations.NullMarked;
