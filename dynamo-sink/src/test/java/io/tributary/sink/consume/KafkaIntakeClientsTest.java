package io.tributary.sink.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.LogWatch;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.junit.jupiter.api.Test;

final class KafkaIntakeClientsTest {

  private static final Settings NOWHERE =
      Settings.of(Map.of("bootstrap.servers", "127.0.0.1:1", "kafka.group.id", "somebody-elses"));

  private final IntakeClients clients =
      new KafkaIntakeClients(
          new KafkaClients(NOWHERE),
          "sink",
          new LogWatch(new KafkaClients(NOWHERE), List.of(), RuntimeContext.system().ticker()),
          RuntimeContext.system());

  @Test
  void shouldStayInItsGroupWithAnySettings() {
    Consumer<byte[], byte[]> consumer = clients.consumer(7, (partition, offsets) -> {});
    try {
      assertThat(consumer.groupMetadata().groupId()).isEqualTo("tributary-sink");
    } finally {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  @Test
  void shouldSeeThatNoBrokerAnswersARealConsumer() {
    AtomicLong nanos = new AtomicLong();
    Consumer<byte[], byte[]> consumer = clients.consumer(7, (partition, offsets) -> {});
    try {
      BrokerHealth health = new BrokerHealth(consumer, nanos::get);
      assertThat(health.unreadyReasons()).isEmpty();
      nanos.addAndGet(Duration.ofSeconds(11).toNanos());

      assertThat(health.unreadyReasons())
          .extracting(HealthReason::code)
          .containsExactly("kafka_unavailable");
    } finally {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }
}
