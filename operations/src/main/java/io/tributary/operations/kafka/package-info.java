/** An operator's connection to the cluster. */
@NullMarked
package io.tributary.operations.kafka;

import org.jspecify.annotations.NullMarked;
