package io.tributary.harness.store;

import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** The contents of a running pipeline for a model; each topic and table is read once. */
public final class LiveContents implements Contents {

  private final Topics topics;
  private final @Nullable Tables tables;
  private final Set<String> hidden;
  private final Instant readAt = Instant.now();
  private final Map<String, List<LogRecord>> records = new HashMap<>();
  private final Map<String, Map<List<Object>, Map<String, Object>>> items = new HashMap<>();

  public LiveContents(Topics topics, Tables tables) {
    this(topics, tables, Set.of());
  }

  /** Topics alone. */
  public LiveContents(Topics topics) {
    this(topics, null, Set.of());
  }

  /**
   * Contents without some records.
   *
   * @param hidden places of the records, {@code topic/partition/offset}
   */
  public LiveContents(Topics topics, @Nullable Tables tables, Set<String> hidden) {
    this.topics = topics;
    this.tables = tables;
    this.hidden = Set.copyOf(hidden);
  }

  @Override
  public List<LogRecord> topic(String name) {
    return records.computeIfAbsent(
        name,
        any ->
            topics.read(name).stream()
                .filter(record -> !hidden.contains(record.place()))
                .map(LiveContents::record)
                .sorted(
                    Comparator.comparingInt(LogRecord::partition)
                        .thenComparingLong(LogRecord::offset))
                .toList());
  }

  private static LogRecord record(TopicRecord record) {
    ConsumerRecord<byte[], byte[]> raw = record.raw();
    Map<String, String> headers = new HashMap<>();
    for (Header header : raw.headers()) {
      headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
    }
    return new LogRecord(
        raw.topic(),
        raw.partition(),
        raw.offset(),
        raw.timestamp(),
        record.key(),
        raw.value() == null ? null : ByteBuffer.wrap(raw.value()),
        headers);
  }

  @Override
  public Map<List<Object>, Map<String, Object>> table(String name) {
    return items.computeIfAbsent(name, Objects.requireNonNull(tables)::whole);
  }

  @Override
  public Instant readAt() {
    return readAt;
  }
}
