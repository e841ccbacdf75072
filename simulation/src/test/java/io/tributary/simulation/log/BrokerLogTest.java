package io.tributary.simulation.log;

import io.tributary.embedded.child.StartedChild;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract on a real broker, in a process of its own. */
final class BrokerLogTest extends LogContract {

  private static final Path TARGET = Path.of("..", "embedded", "kafka", "target");
  private static final String MAIN = "io.tributary.embedded.kafka.EmbeddedKafka";
  private static final long LIMIT_SECONDS = 30;
  private static final int MOST_BETWEEN_POLLS_MS = 2_000;
  private static final AtomicInteger TOPICS = new AtomicInteger();

  private static StartedChild child;
  private static Admin admin;
  private static Map<String, Object> connection = Map.of();

  @BeforeAll
  static void startBroker(@TempDir Path data) throws IOException, InterruptedException {
    Path jar = TARGET.resolve("embedded-kafka.jar");
    if (!Files.exists(jar)) {
      throw new AssertionError("embedded/kafka is not built; run `mvn install -DskipTests` once");
    }
    child =
        StartedChild.start(
            jar + File.pathSeparator + TARGET.resolve("lib").resolve("*"),
            MAIN,
            List.of("--listen", "127.0.0.1:0", "--data", data.toString()));
    connection = Map.of("bootstrap.servers", child.ready("kafka"));
    admin = Admin.create(connection);
  }

  @AfterAll
  static void stopBroker() throws IOException {
    admin.close(Duration.ofSeconds(1));
    child.close();
  }

  @Override
  String topic(int partitions) {
    String topic = "topic-" + TOPICS.incrementAndGet();
    try {
      admin
          .createTopics(List.of(new NewTopic(topic, partitions, (short) 1)))
          .all()
          .get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    return topic;
  }

  @Override
  Producer<byte[], byte[]> producer() {
    return producer(Map.of("max.in.flight.requests.per.connection", "1"));
  }

  @Override
  Producer<byte[], byte[]> producer(String transactionalId) {
    return producer(Map.of("transactional.id", transactionalId));
  }

  private static Producer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(connection);
    settings.putAll(more);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Override
  Consumer<byte[], byte[]> consumer(String group, boolean cooperative) {
    Map<String, Object> settings = new HashMap<>(connection);
    settings.put("isolation.level", "read_committed");
    settings.put("auto.offset.reset", "earliest");
    settings.put("enable.auto.commit", "false");
    settings.put("heartbeat.interval.ms", "200");
    settings.put("fetch.max.wait.ms", "50");
    settings.put("max.poll.interval.ms", MOST_BETWEEN_POLLS_MS);
    settings.put(
        "partition.assignment.strategy",
        cooperative ? CooperativeStickyAssignor.class.getName() : RangeAssignor.class.getName());
    if (!group.isEmpty()) {
      settings.put("group.id", group);
    }
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  @Override
  RecordMetadata answer(Future<RecordMetadata> sent) throws Exception {
    return sent.get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  void pass() {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
  }

  /** A member that does not poll leaves its group, as one does that is silent. */
  @Override
  void silence(Consumer<byte[], byte[]> member) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(3L * MOST_BETWEEN_POLLS_MS));
  }
}
