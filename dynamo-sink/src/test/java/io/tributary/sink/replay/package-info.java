@NullMarked
package io.tributary.sink.replay;

import org.jspecify.annotations.NullMarked;
