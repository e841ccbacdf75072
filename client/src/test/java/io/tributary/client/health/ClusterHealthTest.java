package io.tributary.client.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.client.Bench;
import io.tributary.client.TestBroker;
import io.tributary.client.TributaryConsumer;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** What a consumer says of the cluster it runs on. */
final class ClusterHealthTest {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  @Test
  void shouldReportMissingBrokers() {
    TestBroker broker = TestBroker.start();
    Bench bench = new Bench(broker, 1);
    try (TributaryConsumer consumer = bench.consumer("group", record -> {}).build().start()) {
      await()
          .atMost(LIMIT)
          .until(() -> consumer.check().equals(new Check(Check.State.RUNNING, List.of())));
      broker.stop();
      await()
          .atMost(LIMIT)
          .untilAsserted(
              () ->
                  assertThat(consumer.check().reasons())
                      .contains("nothing has come from any broker for 10 seconds or more"));
      assertThat(consumer.check().isAlive()).isTrue();
    }
  }

  @Test
  void shouldWaitOnceALookForBrokersThatSayNothingHoweverManyTopics() {
    List<String> asked = new ArrayList<>();
    try (MockConsumer<byte[], byte[]> silent =
        new MockConsumer<>("earliest") {
          @Override
          public List<PartitionInfo> partitionsFor(String topic, Duration limit) {
            asked.add(topic);
            throw new TimeoutException("no answer about " + topic);
          }
        }) {
      ClusterHealth view = new ClusterHealth(silent, List.of("a", "b", "c"));
      view.look();
      assertThat(view.troubles()).isEmpty();
    }
    assertThat(asked).containsExactly("a");
  }

  @Test
  void shouldNameMissingTopicsUntilTheyExist() {
    Bench bench = new Bench(TestBroker.shared(), 1);
    String devices = bench.naming().of(DevicesTopics.DEVICES);
    try (TributaryConsumer consumer =
        bench
            .consumer("group", record -> {})
            .on(DevicesTopics.DEVICES, record -> {})
            .build()
            .start()) {
      Check without = new Check(Check.State.RUNNING, List.of("there is no topic " + devices));
      await().atMost(LIMIT).until(() -> consumer.check().equals(without));
      bench.topic(devices, 1);
      await()
          .atMost(LIMIT)
          .until(() -> consumer.check().equals(new Check(Check.State.RUNNING, List.of())));
    }
  }
}
