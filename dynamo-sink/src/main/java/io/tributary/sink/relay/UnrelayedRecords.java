package io.tributary.sink.relay;

import io.tributary.avro.envelope.StreamPosition;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.sink.route.RelayRoute;
import io.tributary.sink.stream.ShardPage;
import io.tributary.sink.stream.ShardReader;
import io.tributary.sink.stream.StreamListing;
import io.tributary.sink.stream.TableStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * Records of a table's stream behind the relay's committed positions. Only reads, and joins no
 * group.
 */
public final class UnrelayedRecords implements AutoCloseable {

  /** Empty pages after which a shard counts as read to its end. */
  private static final int EMPTY_PAGES = 20;

  private final TableStream stream;
  private final Consumer<byte[], byte[]> consumer;
  private final Positions positions;

  UnrelayedRecords(TableStream stream, Consumer<byte[], byte[]> consumer, Positions positions) {
    this.stream = stream;
    this.consumer = consumer;
    this.positions = positions;
    consumer.assign(List.of(positions.partition()));
  }

  /** Connects at the first call. */
  public static UnrelayedRecords open(
      RelayRoute<?, ?> route, Settings settings, RuntimeContext runtime, KafkaClients kafka) {
    return new UnrelayedRecords(
        TableStream.open(settings, runtime, route.table()),
        kafka.consumer(kafka.group("relay-gap"), Map.of()),
        new Positions(
            PipelineFormat.of(kafka),
            route.positions(),
            kafka.topics().of(route.positions()),
            runtime));
  }

  /**
   * Number of changes behind the positions: 0 only when there is none, or no stream; else at least
   * 1, counted no further than a page per shard. Throws {@link
   * io.tributary.sink.stream.StreamException} when the stream cannot be read.
   */
  public long records() {
    return stream.describe().map(this::records).orElse(0L);
  }

  private long records(StreamListing listing) {
    Map<String, StreamPosition> known = positions.read(consumer, () -> true).of(listing.arn());
    return listing.shards().stream()
        .filter(shard -> !known.containsKey(shard.id()) || !known.get(shard.id()).getFinished())
        .mapToLong(shard -> records(listing.arn(), shard.id(), known))
        .sum();
  }

  private long records(String arn, String shard, Map<String, StreamPosition> known) {
    Optional<String> position =
        Optional.ofNullable(known.get(shard)).map(StreamPosition::getSequenceNumber);
    ShardReader reader = stream.reader(arn, shard, position);
    for (int pages = 1; pages <= EMPTY_PAGES; pages++) {
      ShardPage page = reader.read();
      if (!page.changes().isEmpty() || page.last()) {
        return page.changes().size();
      }
    }
    return 0;
  }

  @Override
  public void close() {
    stream.close();
    consumer.close();
  }
}
