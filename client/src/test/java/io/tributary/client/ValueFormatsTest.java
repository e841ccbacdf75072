package io.tributary.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.client.failure.FailurePolicy;
import io.tributary.client.failure.RejectedRecord;
import io.tributary.client.failure.Retries;
import io.tributary.registry.ValueFormats;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serde;
import org.junit.jupiter.api.Test;

/** What is read and written without a consumer, and what happens when a registry says nothing. */
final class ValueFormatsTest {

  /** The zero byte, an id that no registry has told, and something. */
  private static final byte[] OF_A_REGISTRY = {0, 0, 0, 0, 7, 1, 2, 3};

  @Test
  void shouldHoldRecordsOfUnavailableSchemas() throws Exception {
    int waiting = 11;
    Bench bench = new Bench(TestBroker.shared(), waiting + 1);
    List<Integer> handled = Collections.synchronizedList(new ArrayList<>());
    List<RejectedRecord> rejected = Collections.synchronizedList(new ArrayList<>());
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      for (int partition = 0; partition < waiting; partition++) {
        bench.sendRaw(partition, Bench.key(0), OF_A_REGISTRY);
      }
      try (TributaryConsumer consumer =
          bench
              .consumer("group", record -> handled.add(Bench.number(record)))
              .schemaRegistry(URI.create("http://127.0.0.1:" + silent.getLocalPort()))
              .whenUndecodable(FailurePolicy.handOver(Retries.NONE, rejected::add))
              .threads(2)
              .deadline(Duration.ofSeconds(1))
              .build()
              .start()) {
        await()
            .atMost(Duration.ofMinutes(1))
            .untilAsserted(
                () ->
                    assertThat(consumer.check().reasons())
                        .hasSize(waiting)
                        .anyMatch(
                            reason -> reason.startsWith(bench.readings() + "/0/0 is tried again")));
        assertThat(consumer.check().isAlive()).isTrue();
        // those of the last partition go on; those behind the others wait
        bench.send(0, 1000 * (waiting + 1), waiting + 1);
        await().atMost(Duration.ofMinutes(1)).until(() -> handled.size() == 1000);
        assertThat(handled).allMatch(n -> n % (waiting + 1) == waiting);
      }
    }
    assertThat(rejected).isEmpty();
    assertThat(bench.lag("group")).isEqualTo(1001L * waiting);
  }

  @Test
  void shouldBeSerdesOfTopics() {
    TopicSerdes serdes = new TopicSerdes(ValueFormats.of(null));
    try (Serde<DeviceReading> values = serdes.values(DevicesTopics.READINGS);
        Serde<ReadingKey> keys = serdes.keys(DevicesTopics.READINGS)) {
      byte[] bytes = values.serializer().serialize("any", Bench.reading(4));
      assertThat(bytes).isEqualTo(Bench.value(4));
      assertThat(values.deserializer().deserialize("any", bytes)).isEqualTo(Bench.reading(4));
      ReadingKey key = keys.deserializer().deserialize("any", Bench.key(4));
      assertThat(keys.serializer().serialize("any", key)).isEqualTo(Bench.key(4));
      assertThatThrownBy(() -> values.deserializer().deserialize("any", new byte[] {1}))
          .isInstanceOf(UndecodableException.class);
      assertThatThrownBy(() -> keys.deserializer().deserialize("any", new byte[] {'x'}))
          .isInstanceOf(KeyFormatException.class);
    }
  }

  @Test
  void shouldFindTheTypeByTheTopic() {
    try (TopicDeserializer deserializer = new TopicDeserializer()) {
      deserializer.configure(Map.of(TopicDeserializer.TOPIC_PREFIX, "acme."), false);
      for (String name : List.of("acme.devices.readings", "acme.g12.devices.readings")) {
        assertThat(deserializer.deserialize(name, Bench.value(4))).isEqualTo(Bench.reading(4));
      }
      assertThat(deserializer.deserialize("acme.devices.readings", (byte[]) null)).isNull();
      assertThatThrownBy(() -> deserializer.deserialize("acme.elsewhere", Bench.value(4)))
          .isInstanceOf(SerializationException.class);
      assertThatThrownBy(() -> deserializer.configure(Map.of(), true))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
