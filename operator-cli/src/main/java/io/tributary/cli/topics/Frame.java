package io.tributary.cli.topics;

import org.jspecify.annotations.Nullable;

/** A record as another program has read it. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Frame(
    String topic, int partition, long offset, byte @Nullable [] key, byte @Nullable [] value) {}
