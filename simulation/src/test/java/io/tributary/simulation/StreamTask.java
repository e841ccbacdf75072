package io.tributary.simulation;

import io.tributary.processors.dedupe.SeenIds;
import io.tributary.processors.dedupe.SeenIdsBuilder;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.StateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A part of the topology at work on one partition: our processors on stores in memory, which begin
 * as their changelogs have them.
 */
final class StreamTask {

  private static final byte BYTES = 0;
  private static final byte NUMBER = 1;

  private final RecordedTopology.Part part;
  private final int partition;
  private final Surroundings around;
  private final Map<String, StateStore> stores = new HashMap<>();
  private final Map<String, Processor<Object, Object, Object, Object>> nodes =
      new LinkedHashMap<>();
  private final Map<String, List<String>> children = new HashMap<>();
  private final Map<String, String> nodeOfTopic = new HashMap<>();
  private final List<Schedule> schedules = new ArrayList<>();
  private Optional<RecordMetadata> current = Optional.empty();

  /**
   * What a task gets from its instance.
   *
   * @param output sends within the transaction that is open
   * @param changelogs reads what is committed of a changelog's partition
   * @param files a folder of this task's own
   * @param millis the instance's wall clock
   */
  record Surroundings(
      String application,
      java.util.function.Consumer<ProducerRecord<byte[], byte[]>> output,
      java.util.function.ToIntFunction<String> partitions,
      Changelogs changelogs,
      File files,
      LongSupplier millis) {}

  /** Reads changelogs. */
  @FunctionalInterface
  interface Changelogs {

    List<KeyValue<byte[], byte @Nullable []>> read(String topic, int partition);
  }

  private static final class Schedule {

    private final long interval;
    private final Punctuator action;
    private long next;

    Schedule(long interval, long next, Punctuator action) {
      this.interval = interval;
      this.next = next;
      this.action = action;
    }
  }

  /** Restores the stores and begins. */
  @SuppressWarnings("unchecked") // what is sent to a node has its types
  StreamTask(RecordedTopology.Part part, int partition, Surroundings around) {
    this.part = part;
    this.partition = partition;
    this.around = around;
    part.stores().forEach((name, builder) -> stores.put(name, restored(name, builder)));
    part.sources().forEach((node, topics) -> topics.forEach(each -> nodeOfTopic.put(each, node)));
    part.parents()
        .forEach(
            (child, parents) ->
                parents.forEach(
                    parent ->
                        children.computeIfAbsent(parent, any -> new ArrayList<>()).add(child)));
    part.processors()
        .forEach(
            (name, supplier) ->
                nodes.put(name, (Processor<Object, Object, Object, Object>) supplier.get()));
    nodes.forEach((name, node) -> node.init(new NodeContext(this, name)));
  }

  static String changelog(String application, String store) {
    return application + '-' + store + "-changelog";
  }

  int partition() {
    return partition;
  }

  private StateStore restored(String name, StoreBuilder<?> builder) {
    String topic = changelog(around.application(), name);
    List<KeyValue<byte[], byte @Nullable []>> log = around.changelogs().read(topic, partition);
    return builder instanceof SeenIdsBuilder ids
        ? digests(ids, topic, log)
        : values(name, topic, log);
  }

  private StateStore values(
      String name, String topic, List<KeyValue<byte[], byte @Nullable []>> log) {
    MemoryStore<Object> store =
        new MemoryStore<>(
            name,
            (key, value) -> change(topic, key.getBytes(StandardCharsets.UTF_8), logged(value)));
    log.forEach(
        change ->
            store.restore(new String(change.key, StandardCharsets.UTF_8), unlogged(change.value)));
    return store;
  }

  private void change(String topic, byte[] key, byte @Nullable [] value) {
    around.output().accept(new ProducerRecord<>(topic, partition, null, key, value));
  }

  private static byte @Nullable [] logged(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return ByteBuffer.allocate(bytes.length + 1).put(BYTES).put(bytes).array();
    }
    return value instanceof Long number
        ? ByteBuffer.allocate(Long.BYTES + 1).put(NUMBER).putLong(number).array()
        : null;
  }

  private static @Nullable Object unlogged(byte @Nullable [] value) {
    if (value == null) {
      return null;
    }
    if (value[0] == NUMBER) {
      return ByteBuffer.wrap(value).getLong(1);
    }
    byte[] bytes = new byte[value.length - 1];
    System.arraycopy(value, 1, bytes, 0, bytes.length);
    return bytes;
  }

  private SeenIds digests(
      SeenIdsBuilder builder, String topic, List<KeyValue<byte[], byte @Nullable []>> log) {
    SeenIds ids = builder.build(digests -> new LoggedDigests(digests, topic, this::change));
    ids.init(
        new StoreContext(
            around.files(), new TaskId(0, partition), (store, callback) -> restore(callback, log)),
        ids);
    return ids;
  }

  private static void restore(
      StateRestoreCallback callback, List<KeyValue<byte[], byte @Nullable []>> log) {
    if (callback instanceof BatchingStateRestoreCallback batching) {
      batching.restoreAll(List.copyOf(log));
    }
  }

  /** Lets the processors of the record's topic see it. */
  void process(ConsumerRecord<byte[], byte[]> record) {
    current = Optional.of(new Place(record.topic(), record.partition(), record.offset()));
    String node = nodeOfTopic.get(record.topic());
    forwardToAll(
        String.valueOf(node),
        new Record<>(record.key(), record.value(), record.timestamp(), record.headers()));
    current = Optional.empty();
  }

  private record Place(String topic, int partition, long offset) implements RecordMetadata {}

  /** Does what is due by the instance's wall clock; true when there was something. */
  boolean punctuate() {
    long now = around.millis().getAsLong();
    boolean any = false;
    for (Schedule each : schedules) {
      if (each.next <= now) {
        each.next = now + each.interval;
        each.action.punctuate(now);
        any = true;
      }
    }
    return any;
  }

  /** The files stay until the instance ends. */
  void close() {
    nodes.values().forEach(Processor::close);
    stores.values().forEach(StateStore::close);
  }

  Optional<RecordMetadata> current() {
    return current;
  }

  long millis() {
    return around.millis().getAsLong();
  }

  TaskId id() {
    return new TaskId(0, partition);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as Kafka's interface has it
  <S extends StateStore> S store(String name) {
    return (S) stores.get(name);
  }

  Cancellable schedule(Duration interval, PunctuationType type, Punctuator action) {
    if (type != PunctuationType.WALL_CLOCK_TIME) {
      throw new UnsupportedOperationException("stream time");
    }
    Schedule schedule = new Schedule(interval.toMillis(), millis() + interval.toMillis(), action);
    schedules.add(schedule);
    return () -> schedules.remove(schedule);
  }

  void forwardToAll(String from, Record<?, ?> record) {
    children.getOrDefault(from, List.of()).forEach(child -> forward(child, record));
  }

  @SuppressWarnings("unchecked") // what is sent to a node has its types
  void forward(String child, Record<?, ?> record) {
    Processor<Object, Object, Object, Object> node = nodes.get(child);
    if (node != null) {
      node.process((Record<Object, Object>) record);
      return;
    }
    RecordedTopology.Sink sink = part.sinks().get(child);
    if (sink == null) {
      throw new IllegalArgumentException("no node " + child);
    }
    write(sink, record);
  }

  private void write(RecordedTopology.Sink sink, Record<?, ?> record) {
    byte[] key = sink.keys().serialize(sink.topic(), record.key());
    byte[] value = sink.values().serialize(sink.topic(), record.value());
    if (sink.partitioner() == null) {
      send(sink.topic(), null, record, key, value);
      return;
    }
    int count = around.partitions().applyAsInt(sink.topic());
    new TreeSet<>(
            sink.partitioner()
                .partitions(sink.topic(), record.key(), record.value(), count)
                .orElseThrow())
        .forEach(each -> send(sink.topic(), each, record, key, value));
  }

  private void send(
      String topic,
      @Nullable Integer to,
      Record<?, ?> record,
      byte @Nullable [] key,
      byte @Nullable [] value) {
    around
        .output()
        .accept(new ProducerRecord<>(topic, to, record.timestamp(), key, value, record.headers()));
  }

  /** A key's bytes as a store of digests has them. */
  static Bytes key(byte[] bytes) {
    return Bytes.wrap(bytes);
  }
}
