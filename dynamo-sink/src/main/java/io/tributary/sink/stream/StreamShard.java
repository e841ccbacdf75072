package io.tributary.sink.stream;

import java.util.Optional;

/**
 * A shard as the stream lists it.
 *
 * @param parent the shard that this one goes on from; it may have gone from the list
 */
public record StreamShard(String id, Optional<String> parent) {}
