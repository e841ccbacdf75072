package io.tributary.gateway.kafka;

import io.tributary.avro.envelope.GenerationState;
import io.tributary.gateway.kafka.follow.TopicProgress;
import io.tributary.gateway.kafka.follow.TopicReader;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.topic.KafkaInstallationLog;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A compacted topic as a map in memory.
 *
 * @param <V> a record
 * @param <E> the entry made of it
 */
public final class Directory<K, V extends SpecificRecordBase, E> {

  private static final Logger log = LoggerFactory.getLogger(Directory.class);

  private final Topic<K, V> topic;
  private final Source source;
  private final Function<V, K> keyOf;
  private final Function<V, E> view;
  private final ToLongFunction<V> rev;
  private final Listener<E> listener;
  private final TopicProgress tail;
  private final Map<K, Revision<E>> entries = new ConcurrentHashMap<>();
  private final Map<K, Set<Waiter<E>>> waiters = new ConcurrentHashMap<>();

  /** Hears of each change in log order, on the reader's thread. */
  @FunctionalInterface
  public interface Listener<E> {

    /** At least one of the two is present. */
    void changed(@Nullable E before, @Nullable E after);
  }

  /**
   * The reading side of directories.
   *
   * @param skipped counts records that are not believed, by topic/partition/offset
   * @param replaced true once another generation is live, which alone has the newest changes
   */
  public record Source(
      TopicReader reader,
      TopicNaming naming,
      ValueFormat format,
      Consumer<String> skipped,
      RuntimeContext runtime,
      BooleanSupplier replaced) {

    /**
     * Lag of a registry's replica. A record skipped here, such as a revocation, never comes again,
     * so new records wait for their schema.
     */
    private static final Duration LAG = Duration.ofMinutes(10);

    public static Source of(
        KafkaClients clients,
        ValueFormat format,
        Consumer<String> skipped,
        RuntimeContext runtime) {
      TopicReader reader = TopicReader.of(clients, runtime.ticker());
      AtomicInteger live = new AtomicInteger();
      TopicNaming naming = clients.topics();
      Source source =
          new Source(
              reader, naming, format, skipped, runtime, () -> live.get() > naming.generation());
      source.follow(
          Topics.GENERATIONS,
          TopicProgress.From.BEGINNING,
          record ->
              Optional.of(record)
                  .filter(any -> any.key() == null || !KafkaInstallationLog.isTopicId(any.key()))
                  .flatMap(
                      any ->
                          source.believed(
                              Topics.GENERATIONS,
                              change -> Integer.toString(change.getGeneration()),
                              any))
                  .filter(change -> change.getState() == GenerationState.live)
                  .ifPresent(
                      change -> {
                        live.set(change.getGeneration());
                        if (source.replaced().getAsBoolean()) {
                          log.warn("generation {} is live: restart this gateway", live);
                        }
                      }));
      return source;
    }

    /** True of a topic that is read from its beginning. */
    public boolean holds(Topic<?, ?> topic) {
      return reader.isReadWhole(naming.of(topic));
    }

    /** Hears of all records, in the order of their partitions. */
    public <K, V extends SpecificRecordBase> TopicProgress followWhole(
        Topic<K, V> topic, Function<V, K> keyOf, Consumer<V> listener) {
      return follow(
          topic,
          TopicProgress.From.BEGINNING,
          record -> believed(topic, keyOf, record).ifPresent(listener));
    }

    /** Hears of records that come after the reader's start. */
    public <K, V extends SpecificRecordBase> void followNew(
        Topic<K, V> topic, Function<V, K> keyOf, Consumer<V> listener) {
      follow(
          topic,
          TopicProgress.From.END,
          record -> believed(topic, keyOf, record).ifPresent(listener));
    }

    /**
     * Follows a topic; before the reader's start. A record that the listener cannot take is passed
     * over: it would end every instance that reads it, for ever.
     */
    TopicProgress follow(
        Topic<?, ?> topic,
        TopicProgress.From from,
        Consumer<ConsumerRecord<byte[], byte[]>> listener) {
      return reader.follow(
          naming.of(topic),
          from,
          record -> {
            try {
              listener.accept(record);
            } catch (SchemaUnavailableException e) {
              throw e;
            } catch (RuntimeException e) {
              passOver(record, e.toString());
            }
          });
    }

    /**
     * A record's value; others are skipped. {@link SchemaUnavailableException} for a schema that
     * may still arrive.
     *
     * @param keyOf the key that a value implies
     */
    <K, V extends SpecificRecordBase> Optional<V> believed(
        Topic<K, V> topic, Function<V, K> keyOf, ConsumerRecord<byte[], byte[]> record) {
      Optional<K> key = key(topic, record);
      if (key.isEmpty() || record.value() == null) {
        passOver(record, "it has no value, or no key of the topic");
        return Optional.empty();
      }
      V value;
      try {
        value = format.decode(topic.requiredValueType(), record.value());
      } catch (UndecodableException e) {
        if (e.isSchemaUnknown() && isYoung(record)) {
          throw new SchemaUnavailableException(e.reason() + ", or does not know it yet", e);
        }
        throw e;
      }
      if (!keyOf.apply(value).equals(key.get())) {
        passOver(record, "its value is of another key");
        return Optional.empty();
      }
      return Optional.of(value);
    }

    static <K> Optional<K> key(Topic<K, ?> topic, ConsumerRecord<byte[], byte[]> record) {
      try {
        return Optional.ofNullable(record.key())
            .map(key -> topic.keys().decode(new String(key, StandardCharsets.UTF_8)));
      } catch (KeyFormatException e) {
        return Optional.empty();
      }
    }

    private boolean isYoung(ConsumerRecord<?, ?> record) {
      return runtime.nowMillis() - record.timestamp() < LAG.toMillis();
    }

    void passOver(ConsumerRecord<byte[], byte[]> record, String reason) {
      String place = record.topic() + '/' + record.partition() + '/' + record.offset();
      // a log that is kept whole names its garbage at each start, and no tombstone ends that
      if (!record.topic().equals(naming.of(Topics.GENERATIONS))) {
        skipped.accept(place);
      }
      log.warn("skipped {}: {}", place, reason);
    }
  }

  private record Revision<E>(E entry, long rev) {}

  private record Waiter<E>(long rev, CompletableFuture<E> seen) {}

  /**
   * A directory, filled when the reader starts.
   *
   * @param keyOf the key that a value implies; records of others are not believed
   */
  public Directory(
      Topic<K, V> topic,
      Source source,
      Function<V, K> keyOf,
      Function<V, E> view,
      ToLongFunction<V> rev,
      Listener<E> listener) {
    this.topic = topic;
    this.source = source;
    this.keyOf = keyOf;
    this.view = view;
    this.rev = rev;
    this.listener = listener;
    this.tail = source.follow(topic, TopicProgress.From.BEGINNING, this::apply);
  }

  /** The entry as of the last record read. */
  public Optional<E> find(K key) {
    return Optional.ofNullable(entries.get(key)).map(Revision::entry);
  }

  public Stream<E> values() {
    return entries.values().stream().map(Revision::entry);
  }

  /** True while the log up to two seconds ago is read. */
  public boolean isCurrent() {
    return tail.isCurrent();
  }

  /**
   * Done once the log is read to its present end; fails after a second, or if another generation is
   * live.
   */
  public CompletableFuture<Void> catchUp() {
    return source.replaced().getAsBoolean()
        ? CompletableFuture.failedFuture(
            new IllegalStateException("another generation is live: restart this gateway"))
        : tail.catchUp();
  }

  /** Done once the key's entry has at least that revision; fails at the deadline. */
  public CompletableFuture<E> visible(K key, long least, Deadline deadline) {
    Waiter<E> waiter = new Waiter<>(least, deadline.limit(new CompletableFuture<>()));
    waiters.compute(key, (any, known) -> with(known, waiter));
    CompletableFuture<?> unused =
        waiter.seen().whenComplete((entry, failure) -> forget(key, waiter));
    // Looked up after the waiter is known, so that a change in between is seen by one of the two
    Revision<E> known = entries.get(key);
    if (known != null && known.rev() >= least) {
      waiter.seen().complete(known.entry());
    }
    return waiter.seen();
  }

  private static <W> Set<W> with(@Nullable Set<W> known, W waiter) {
    Set<W> all = known == null ? ConcurrentHashMap.newKeySet() : known;
    all.add(waiter);
    return all;
  }

  private void forget(K key, Waiter<E> waiter) {
    waiters.computeIfPresent(
        key, (any, known) -> known.remove(waiter) && known.isEmpty() ? null : known);
  }

  private void apply(ConsumerRecord<byte[], byte[]> record) {
    if (record.value() == null) {
      Source.key(topic, record).ifPresent(this::remove);
    } else {
      source.believed(topic, keyOf, record).ifPresent(value -> put(keyOf.apply(value), value));
    }
  }

  // The listener is first to know: who sees the entry may rely on all that is made from it

  private void remove(K key) {
    listener.changed(entry(key), null);
    entries.remove(key);
  }

  private @Nullable E entry(K key) {
    Revision<E> known = entries.get(key);
    return known == null ? null : known.entry();
  }

  private void put(K key, V value) {
    Revision<E> next = new Revision<>(view.apply(value), rev.applyAsLong(value));
    listener.changed(entry(key), next.entry());
    entries.put(key, next);
    for (Waiter<E> waiter : waiters.getOrDefault(key, Set.of())) {
      if (next.rev() >= waiter.rev()) {
        waiter.seen().complete(next.entry());
      }
    }
  }
}
