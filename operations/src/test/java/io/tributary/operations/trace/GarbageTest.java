package io.tributary.operations.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.NoProgress;
import io.tributary.operations.deadletters.DeadLetterFilter;
import io.tributary.operations.deadletters.DeadLetters;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.topics.RecordValue;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.table.DynamoConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Random keys, headers and values in every topic that operators look at. */
class GarbageTest {

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private static final int RECORDS = 40;
  private static final String EVENT = "event-1";

  private final Random random = new Random(20_261_128L);
  private final String prefix = EmbeddedBroker.newPrefix();

  @Test
  void shouldNotKeepOthersFromBeingSeen() throws Exception {
    try (Cluster cluster = broker.connectToDevices(prefix)) {
      append(cluster);
      lists(cluster);
      traces(cluster);
    }
  }

  private void append(Cluster cluster) throws Exception {
    try (Producer<byte[], byte[]> producer = cluster.clients().producer("test", Map.of())) {
      for (Topic<?, ?> topic : Topics.of(Set.of(Family.DEVICES))) {
        for (int i = 0; i < RECORDS; i++) {
          producer.send(garbage(cluster.clients().topics().of(topic), i)).get();
        }
      }
    }
  }

  private ProducerRecord<byte[], byte[]> garbage(String topic, int number) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, 0, bytes(1), bytes(number % 7));
    for (RecordHeader header : RecordHeader.values()) {
      if (random.nextBoolean()) {
        byte[] value = bytes(1);
        record.headers().add(header.key(), value == null ? new byte[0] : value);
      }
    }
    if (number % 2 == 0) {
      record.headers().remove(RecordHeader.FACT_ID.key());
      RecordHeader.FACT_ID.put(record.headers(), EVENT);
    }
    return record;
  }

  private byte @Nullable [] bytes(int kind) {
    if (kind == 0) {
      return null;
    }
    byte[] bytes = new byte[random.nextInt(kind == 2 ? 100_000 : 50)];
    random.nextBytes(bytes);
    return bytes;
  }

  private void lists(Cluster cluster) {
    try (DeadLetters deadLetters = new DeadLetters(cluster, () -> 1)) {
      DeadLetterFilter all =
          new DeadLetterFilter(
              List.of(Family.DEVICES), Set.of(), Set.of(), Optional.empty(), Set.of());
      DeadLetters.Page page = deadLetters.list(all, true, 10);
      assertThat(page.deadLetters()).hasSize(10);
      assertThat(page.deadLetters())
          .as("a list holds no values")
          .allMatch(found -> found.deadLetter().record().value() == null);
    }
    String batches = cluster.clients().topics().of(DevicesTopics.BATCHES);
    assertThat(RecordValue.at(cluster, new Origin(batches, 0, 2)).bytes()).isNotNegative();
  }

  private void traces(Cluster cluster) throws Exception {
    RuntimeContext runtime = RuntimeContext.system();
    try (DynamoDbClient tables =
            DynamoConnection.open(
                broker.devices(prefix, Map.of("dynamodb.endpoint", "http://127.0.0.1:1")),
                runtime);
        Traces traces =
            new Traces(
                cluster,
                tables,
                "",
                NoProgress.REPORTER,
                runtime.clock(),
                new ValueRoom(100, 10_000))) {
      Traces.Found found = traces.find(EVENT, Optional.empty(), 10);
      assertThat(found.traces()).hasSize(1);
      long shown =
          found.traces().get(0).stages().stream()
              .mapToLong(stage -> stage.fields().path("value").toString().length())
              .sum();
      assertThat(shown).as("room of the answer").isBetween(1L, 20_000L);
      assertThat(found.traces().get(0).stages())
          .as("large values are left out")
          .anyMatch(stage -> stage.fields().has("value_bytes"));
    }
  }
}
