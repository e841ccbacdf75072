package io.tributary.sink.stream;

import java.util.Optional;

/**
 * A listed shard.
 *
 * @param parent the shard before; it may be unlisted
 */
public record StreamShard(String id, Optional<String> parent) {}
