package io.tributary.launcher.up;

import static org.awaitility.Awaitility.await;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.runtime.kafka.generation.LiveGeneration;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class BehindGatewayTest {

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private final String prefix = EmbeddedBroker.newPrefix();
  private final Settings settings = broker.devices(prefix, Map.of());
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final BehindGateway services =
      new BehindGateway(
          new Nothing(),
          () -> new LiveGeneration(Generation.FIRST, settings),
          Optional.of(new Nothing()),
          started,
          System::nanoTime);

  @Test
  void shouldHaveStartedOnceEveryPartitionOfFactsIsRead() throws Exception {
    try (Cluster cluster = broker.connectToDevices(prefix);
        Consumer<byte[], byte[]> reader = processors(cluster.clients())) {
      CompletableFuture<Void> start = CompletableFuture.runAsync(this::start);
      List<String> facts = facts(cluster.clients().topics());

      reader.subscribe(facts.subList(1, facts.size()));
      await().until(() -> polled(reader) && !reader.assignment().isEmpty());
      await().during(Duration.ofSeconds(1)).until(() -> polled(reader) && !started.isDone());

      reader.subscribe(facts);
      await().until(() -> polled(reader) && started.isDone());
      start.get();
    }
  }

  private static Consumer<byte[], byte[]> processors(KafkaClients clients) {
    return clients.consumer(
        "processors", Map.of(), Map.of("group.id", clients.group("processors")));
  }

  private static List<String> facts(TopicNaming naming) {
    return Topics.of(Set.of(Family.DEVICES)).stream()
        .filter(topic -> topic.kind() == TopicKind.FACTS)
        .map(naming::of)
        .toList();
  }

  private static boolean polled(Consumer<?, ?> reader) {
    reader.poll(Duration.ofMillis(100));
    return true;
  }

  private void start() {
    try {
      services.start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Nothing implements Component {}
}
