package io.tributary.embedded.dynamodb.stream;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.store.Scan;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.store.View;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The streams and their records. Sequence numbers rise over all streams, in the order in which
 * readers see the records: one batch is written after the other.
 */
public final class Streams {
  private static final Duration RETENTION = Duration.ofHours(24);
  private static final Key SEQUENCE = Key.of(Key.Kind.META, "sequence");
  private static final DateTimeFormatter LABEL =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  private final Store store;
  private final InstantSource clock;
  private final Duration shardLife;
  private final Map<Integer, StreamDefinition> streams = new ConcurrentSkipListMap<>();
  private long sequence;

  /**
   * The streams of a store.
   *
   * @param shardLife time after which a shard is closed and gets a child
   */
  public Streams(Store store, InstantSource clock, Duration shardLife) {
    this.store = store;
    this.clock = clock;
    this.shardLife = shardLife;
    byte[] last = store.get(SEQUENCE);
    this.sequence = last == null ? 0 : ByteBuffer.wrap(last).getLong();
    store.forEach(
        Range.of(Key.of(Key.Kind.STREAM)),
        (key, json) -> {
          StreamDefinition stream = StreamDefinition.read(json);
          streams.put(stream.id(), stream);
        });
  }

  /** A new stream of a table, with an open shard. */
  public synchronized StreamDefinition create(
      Batch batch, int id, String tableArn, String view, List<?> keySchema) {
    long now = clock.millis();
    Instant labelled = Instant.ofEpochMilli(now);
    while (byArn(tableArn + "/stream/" + LABEL.format(labelled)) != null) {
      labelled = labelled.plusMillis(1);
    }
    Shard shard = Shard.open(id, now, next(batch), null);
    StreamDefinition stream =
        new StreamDefinition(
            id, tableArn, LABEL.format(labelled), view, now, null, 0, keySchema, List.of(shard));
    put(batch, stream);
    return stream;
  }

  /** Closes a stream; its records stay for a day. */
  public synchronized void disable(Batch batch, int id) {
    StreamDefinition stream = Objects.requireNonNull(streams.get(id));
    put(batch, stream.with(closeNewest(stream, next(batch)), clock.millis(), stream.trimmed()));
  }

  private static List<Shard> closeNewest(StreamDefinition stream, long at) {
    List<Shard> shards = new ArrayList<>(stream.shards());
    shards.set(shards.size() - 1, stream.newest().closed(at));
    return shards;
  }

  /** A stream by its number; null a day after its end. */
  public @Nullable StreamDefinition find(int id) {
    return streams.get(id);
  }

  @Nullable StreamDefinition byArn(String arn) {
    return streams.values().stream().filter(one -> one.arn().equals(arn)).findFirst().orElse(null);
  }

  /** All of them, by ARN. */
  List<StreamDefinition> all() {
    return streams.values().stream().sorted(Comparator.comparing(StreamDefinition::arn)).toList();
  }

  Store store() {
    return store;
  }

  long now() {
    return clock.millis();
  }

  /** The number that the next record will be at least. */
  synchronized long upcoming() {
    return sequence + 1;
  }

  /**
   * Writes a batch with the records of changes.
   *
   * @param changes in order
   */
  public void write(Batch batch, List<ItemChange> changes) {
    List<StreamRecord> records =
        changes.stream().map(change -> StreamRecord.of(change, stream(change).view())).toList();
    // numbers rise in the order of writes; the rest needs no lock
    synchronized (this) {
      records.forEach(record -> append(batch, record));
      store.write(batch);
    }
  }

  private StreamDefinition stream(ItemChange change) {
    return Objects.requireNonNull(streams.get(change.stream()));
  }

  private void append(Batch batch, StreamRecord record) {
    long now = clock.millis();
    StreamDefinition stream = stream(record.change());
    if (now - stream.newest().created() >= shardLife.toMillis()) {
      stream = roll(batch, stream, now);
    }
    long number = next(batch);
    batch.put(recordKey(stream.id(), number), record.stored(number, now));
  }

  private StreamDefinition roll(Batch batch, StreamDefinition stream, long now) {
    List<Shard> shards = closeNewest(stream, next(batch));
    shards.add(Shard.open(stream.id(), now, next(batch), stream.newest().id()));
    StreamDefinition rolled = stream.with(shards, null, stream.trimmed());
    put(batch, rolled);
    return rolled;
  }

  static Key recordKey(int id, long number) {
    return Key.of(Key.Kind.RECORD, id, number);
  }

  private long next(Batch batch) {
    sequence++;
    batch.put(SEQUENCE, ByteBuffer.allocate(8).putLong(sequence).array());
    return sequence;
  }

  private void put(Batch batch, StreamDefinition stream) {
    batch.put(Key.of(Key.Kind.STREAM, stream.id()), stream.stored());
    streams.put(stream.id(), stream);
  }

  /** Removes records that are older than a day, and streams that ended before. */
  public synchronized void trim() {
    long limit = clock.millis() - RETENTION.toMillis();
    for (StreamDefinition stream : List.copyOf(streams.values())) {
      long last = lastBefore(stream, limit);
      try (Batch batch = new Batch()) {
        if (last > stream.trimmed()) {
          batch.delete(new Range(recordKey(stream.id(), 0), recordKey(stream.id(), last + 1)));
          List<Shard> rest = new ArrayList<>(stream.shards());
          rest.removeIf(shard -> shard.last() != null && shard.last() <= last);
          put(batch, stream.with(rest, stream.ended(), last));
        }
        if (stream.ended() != null && stream.ended() < limit) {
          batch.delete(Key.of(Key.Kind.STREAM, stream.id()));
          batch.delete(Range.of(Key.of(Key.Kind.RECORD, stream.id())));
          streams.remove(stream.id());
        }
        store.write(batch);
      }
    }
  }

  private long lastBefore(StreamDefinition stream, long limit) {
    long last = stream.trimmed();
    try (View view = store.view();
        Scan scan = view.scan(Range.of(Key.of(Key.Kind.RECORD, stream.id())), true)) {
      while (scan.next() && StreamRecord.milliseconds(scan.value()) < limit) {
        last = sequenceOf(scan.key());
      }
    }
    return last;
  }

  static long sequenceOf(Key recordKey) {
    return ByteBuffer.wrap(recordKey.bytes()).getLong(recordKey.content().length() - Long.BYTES);
  }
}
