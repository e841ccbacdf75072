package io.tributary.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.tributary.client.failure.DeadLetterTopic;
import io.tributary.client.failure.RejectedRecord;
import io.tributary.client.failure.Rejection;
import io.tributary.client.health.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.Test;

/** Settings of Kafka's clients beside those that the consumer and the dead letters come with. */
final class KafkaSettingsTest {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int MEBIBYTE = 1 << 20;

  @Test
  void shouldReadUnderTheNewerGroupProtocol() {
    Bench bench = new Bench(TestBroker.shared(), 2);
    bench.send(0, 10, 2);
    List<Integer> handled = Collections.synchronizedList(new ArrayList<>());
    try (TributaryConsumer consumer =
        bench
            .consumer("group", record -> handled.add(Bench.number(record)))
            .kafka("group.protocol", "consumer")
            .build()
            .start()) {
      await().atMost(LIMIT).until(() -> handled.size() == 10);
      await().atMost(LIMIT).until(() -> bench.lag("group") == 0);
      assertThat(consumer.check()).isEqualTo(new Check(Check.State.RUNNING, List.of()));
    }
  }

  @Test
  void shouldKeepLettersThatAreAsLargeAsTheirTopicAllows() throws Exception {
    TestBroker broker = TestBroker.shared();
    Bench bench = new Bench(broker, 1);
    String deadLetters = bench.naming().prefix() + "dead-letters";
    NewTopic topic =
        new NewTopic(deadLetters, 1, (short) 1)
            .configs(Map.of("max.message.bytes", Integer.toString(5 * MEBIBYTE)));
    broker.admin().createTopics(List.of(topic)).all().get(30, SECONDS);
    ConsumerRecord<byte[], byte[]> large =
        new ConsumerRecord<>(bench.readings(), 0, 7, Bench.key(7), new byte[4 * MEBIBYTE]);
    Rejection wordy = new Rejection.Refused(new IllegalStateException("w".repeat(2 * MEBIBYTE)));
    try (DeadLetterTopic dead =
        DeadLetterTopic.to(deadLetters, Map.of("bootstrap.servers", broker.address()))) {
      dead.take(new RejectedRecord(large, wordy, 1));
    }
    ConsumerRecord<byte[], byte[]> deadLetter = bench.read(deadLetters, 1).get(0);
    assertThat(deadLetter.value()).hasSize(4 * MEBIBYTE);
    assertThat(reason(deadLetter.headers()))
        .startsWith("java.lang.IllegalStateException: www")
        .hasSize(1000);
  }

  private static String reason(Headers headers) {
    return new String(headers.lastHeader("tributary-reason").value(), UTF_8);
  }

  @Test
  void shouldTakeTimeoutsOfTheApplicationsOwn() {
    for (Map<String, String> own :
        List.of(
            Map.of("request.timeout.ms", "60000"),
            Map.of("delivery.timeout.ms", "60000"),
            Map.of("delivery.timeout.ms", "5000"),
            Map.of("delivery.timeout.ms", "5000", "request.timeout.ms", "4000"))) {
      Map<String, String> settings = new HashMap<>(own);
      settings.put("bootstrap.servers", "127.0.0.1:9");
      assertThatCode(() -> DeadLetterTopic.to("dead-letters", settings).close())
          .as("with %s", own)
          .doesNotThrowAnyException();
    }
  }
}
