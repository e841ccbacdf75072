package io.tributary.traffic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Contents that were read before, or made up. Not safe for concurrent use. */
public final class RecordedContents implements Contents {

  private final Map<String, List<LogRecord>> topics = new HashMap<>();
  private final Map<String, Map<List<Object>, Map<String, Object>>> tables = new HashMap<>();
  private final Instant readAt;

  public RecordedContents(Instant readAt) {
    this.readAt = readAt;
  }

  /** Adds a record behind those of its topic. */
  public void add(LogRecord record) {
    topic(record.topic()).add(record);
  }

  /** Records of a topic, which can be changed. */
  @Override
  public List<LogRecord> topic(String name) {
    return topics.computeIfAbsent(name, any -> new ArrayList<>());
  }

  /** Items of a table, which can be changed. */
  @Override
  public Map<List<Object>, Map<String, Object>> table(String name) {
    return tables.computeIfAbsent(name, any -> new HashMap<>());
  }

  /** Contents that are equal, and can be changed apart. */
  public RecordedContents copy() {
    return readLater(readAt);
  }

  /** The same contents, read at another time. */
  public RecordedContents readLater(Instant time) {
    RecordedContents copy = new RecordedContents(time);
    topics.forEach((name, records) -> copy.topics.put(name, new ArrayList<>(records)));
    tables.forEach((name, items) -> copy.tables.put(name, new HashMap<>(items)));
    return copy;
  }

  @Override
  public Instant readAt() {
    return readAt;
  }
}
