@NullMarked
package io.tributary.benchmarks.gateway;

import org.jspecify.annotations.NullMarked;
