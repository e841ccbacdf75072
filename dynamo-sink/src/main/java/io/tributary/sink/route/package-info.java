/**
 * Which topic becomes which write: decodes records and asks a family for the write. Knows no Kafka
 * client and no AWS.
 */
@NullMarked
package io.tributary.sink.route;

import org.jspecify.annotations.NullMarked;
