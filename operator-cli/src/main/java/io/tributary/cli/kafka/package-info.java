/** An operator's connection to the cluster. */
@NullMarked
package io.tributary.cli.kafka;

import org.jspecify.annotations.NullMarked;
