/** The topic catalogue: every topic's name, key, value, partitions, retention and owner, once. */
@NullMarked
package io.tributary.schemas.topic;

import org.jspecify.annotations.NullMarked;
