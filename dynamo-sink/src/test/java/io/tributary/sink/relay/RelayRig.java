package io.tributary.sink.relay;

import io.tributary.avro.envelope.StreamPosition;
import io.tributary.avro.inbox.InboxExpiry;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.sink.inbox.InboxFamily;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.relay.PlayedKafka.PlayedConsumer;
import io.tributary.sink.route.RelayRoute;
import io.tributary.sink.stream.TableStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** A relay between a served stream and a played cluster, turned by hand; a round takes 250 ms. */
final class RelayRig implements AutoCloseable {

  static final long START = 1_756_000_000L;

  private static final SingleObjectFormat FRAMING = SingleObjectFormat.ofReleases();
  private static final RelayRoute<?, ?> ROUTE = new InboxFamily().relay().orElseThrow();

  final ServedStream stream = new ServedStream();
  final PlayedKafka kafka = new PlayedKafka();
  final Meters meters = new Meters();
  final AtomicLong millis = new AtomicLong(START * 1000);
  private final RuntimeContext runtime =
      new RuntimeContext(
          () -> Instant.ofEpochMilli(millis.get()),
          () -> millis.get() * 1_000_000,
          new Random(1),
          new SecureRandom(),
          Map.of());
  private final Settings settings = Settings.of(Map.of("dynamodb.endpoint", stream.endpoint()));

  private final TableStream table = TableStream.open(settings, runtime, ROUTE.table());

  RelayRig() throws IOException {}

  /** A sink's relay that has just got the partition. */
  Member member() {
    return new Member();
  }

  /** One relay after the other; a new one begins where another breaks. */
  Member rounds(Member member, int rounds) {
    Member current = member;
    for (int i = 0; i < rounds; i++) {
      try {
        current.runOnce();
      } catch (KafkaException e) {
        current = member();
      }
    }
    return current;
  }

  void skip(Duration time) {
    millis.addAndGet(time.toMillis());
  }

  /** What is in the topic: uid/id. */
  List<String> expiries() {
    return kafka.log.stream()
        .filter(each -> each.topic().equals("inbox.expiries"))
        .map(each -> FRAMING.decode(InboxExpiry.class, each.value()))
        .map(fact -> fact.getUid() + '/' + fact.getId().substring(13))
        .toList();
  }

  List<ProducerRecord<byte[], byte[]>> records(String topic) {
    return kafka.log.stream().filter(each -> each.topic().equals(topic)).toList();
  }

  /** What compaction leaves: whether each shard is finished, by shard. */
  Map<String, Boolean> positions() {
    Map<String, Boolean> left = new TreeMap<>();
    for (ProducerRecord<byte[], byte[]> each : records("inbox.positions")) {
      String key = new String(each.key(), StandardCharsets.UTF_8);
      String shard = key.substring(key.indexOf('#') + 1);
      if (each.value() == null) {
        left.remove(shard);
      } else {
        left.put(shard, FRAMING.decode(StreamPosition.class, each.value()).getFinished());
      }
    }
    return left;
  }

  UnrelayedRecords gap() {
    PlayedConsumer consumer = kafka.new PlayedConsumer();
    return new UnrelayedRecords(
        TableStream.open(settings, runtime, ROUTE.table()),
        consumer,
        new Positions(FRAMING, ROUTE.positions(), "inbox.positions", runtime));
  }

  /** Expires a message of the user in a shard, with an id that ends so. */
  void expire(String shard, String uid, String ending) {
    stream.expired(shard, "t#acmeU#" + uid + "#DEFAULT", "m#07AEH01R0B8C3" + ending, START);
  }

  double count(String outcome) {
    return meters.counter(SinkMeter.STREAM_RECORDS, outcome).count();
  }

  double gaps() {
    return meters.counter(SinkMeter.STREAM_GAPS).count();
  }

  @Override
  public void close() {
    table.close();
    stream.close();
  }

  /** One sink's relay. */
  final class Member {
    final Relay relay = new Relay(ROUTE, kafka, table, FRAMING, TopicNaming.PLAIN, runtime, meters);
    final PlayedConsumer consumer = (PlayedConsumer) kafka.consumer();
    private final RelaySession session = relay.session(consumer);

    Member() {
      session.join();
      consumer.assign();
    }

    void runOnce() {
      millis.addAndGet(250);
      session.runOnce();
    }

    List<String> health() {
      return relay.unreadyReasons().stream().map(HealthReason::code).toList();
    }
  }
}
