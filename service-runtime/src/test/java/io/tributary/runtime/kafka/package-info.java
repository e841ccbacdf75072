@NullMarked
package io.tributary.runtime.kafka;

import org.jspecify.annotations.NullMarked;
