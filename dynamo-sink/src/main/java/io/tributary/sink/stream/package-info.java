/**
 * What a table's stream tells: its shards, and the changes in them. The only package that speaks
 * DynamoDB Streams.
 */
@NullMarked
package io.tributary.sink.stream;

import org.jspecify.annotations.NullMarked;
