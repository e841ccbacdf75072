package io.tributary.processors.waiting;

import io.tributary.avro.envelope.FactHeader;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.processors.fact.FactRecord;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.key.WaitKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** A waiting fact with its record. */
public record WaitingEntry(WaitKey key, WaitingFact state) {

  /** The entry of a fact that begins to wait. */
  static WaitingEntry of(String factKey, long acceptedAt, FactRecord record, String awaited) {
    List<FactHeader> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(new FactHeader(header.key(), buffer(header.value())));
    }
    WaitingFact state =
        WaitingFact.newBuilder()
            .setTopic(record.origin().topic())
            .setPartition(record.origin().partition())
            .setOffset(record.origin().offset())
            .setAwaited(awaited)
            .setAcceptedAtMs(acceptedAt)
            .setKey(factKey)
            .setValue(ByteBuffer.wrap(Objects.requireNonNull(record.value())))
            .setHeaders(headers)
            .build();
    return new WaitingEntry(new WaitKey(factKey, record.origin().offset()), state);
  }

  /** The record of the fact. */
  public FactRecord record(long timestamp) {
    Headers headers = new RecordHeaders();
    for (FactHeader header : state.getHeaders()) {
      ByteBuffer value = header.getValue();
      headers.add(header.getName(), value == null ? null : bytes(value));
    }
    return new FactRecord(
        state.getKey().getBytes(StandardCharsets.UTF_8),
        bytes(state.getValue()),
        headers,
        new Origin(state.getTopic(), state.getPartition(), state.getOffset()),
        timestamp);
  }

  /** Copies the bytes of a buffer. */
  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static @Nullable ByteBuffer buffer(byte @Nullable [] bytes) {
    return bytes == null ? null : ByteBuffer.wrap(bytes);
  }
}
