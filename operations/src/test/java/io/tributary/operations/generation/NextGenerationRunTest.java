package io.tributary.operations.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.gateway.GatewayFamilies;
import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.NoProgress;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.KafkaQueries;
import io.tributary.processors.ProcessorsPipeline;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.runtime.kafka.generation.LiveGenerationCache;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Against a real broker: who follows, and until when. */
final class NextGenerationRunTest {

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private final String prefix = EmbeddedBroker.newPrefix();
  private final ExecutorService background = Executors.newSingleThreadExecutor();
  private final Path folder;
  private Cluster next;
  private Settings settings;

  NextGenerationRunTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @BeforeEach
  void open() throws Exception {
    broker.connectToDevices(prefix).close();
    settings =
        broker.devices(
            prefix,
            Map.of(
                "generation",
                "2",
                "processors.listen",
                "127.0.0.1:0",
                "dynamodb.endpoint",
                "http://127.0.0.1:1",
                "state.dir",
                folder.toString()));
    next = Cluster.connect(settings);
    next.topics().create(GatewayFamilies.topics(settings));
  }

  @AfterEach
  void close() {
    background.shutdownNow();
    next.close();
  }

  @Test
  void shouldEndItselfWhenItsGenerationIsLive() throws Exception {
    NextGenerationRun shadow =
        new NextGenerationRun(settings, OptionalDouble.empty(), RuntimeContext.system());
    CatchUpWait catchUp = new CatchUpWait(next, 1, shadow, NoProgress.REPORTER);
    Future<?> following =
        background.submit(
            () -> {
              catchUp.follow();
              return null;
            });
    EmbeddedBroker.makeLive(next, 1, Map.of(), "");
    await().during(Duration.ofSeconds(2)).until(() -> !following.isDone());

    EmbeddedBroker.makeLive(next, 2, Map.of(), "");

    assertThatThrownBy(() -> following.get(1, TimeUnit.MINUTES))
        .hasRootCauseMessage("the generation is live; others do its work");
  }

  @Test
  void shouldReadNoFactWhenItComesLate() throws Exception {
    try (Producer<byte[], byte[]> producer = next.clients().producer("test", Map.of())) {
      producer.send(new ProducerRecord<>(prefix + "devices.batches", new byte[] {1})).get();
    }
    Generation follower = Generation.following(2);
    EmbeddedBroker.makeLive(next, 2, Map.of(), "");
    Lifecycle late =
        ProcessorsPipeline.of(
            settings,
            GenerationHandover.to(follower, new LiveGenerationCache(settings, System::nanoTime)),
            RuntimeContext.system(),
            new Meters());
    Future<?> starting =
        background.submit(
            () -> {
              late.start();
              return null;
            });
    try {
      starting.get(1, TimeUnit.MINUTES);
      await().until(() -> late.unreadyReasons().toString().contains("generation_replaced"));
      KafkaQueries groups = next.queries();
      String group = next.clients().group("processors");
      assertThat(groups.committed(group).values()).containsOnly(0L);
      assertThat(groups.awaitEmpty(group, Deadline.after(Duration.ofSeconds(20), System::nanoTime)))
          .as("comes to the group no more")
          .isTrue();
    } finally {
      late.close(Deadline.after(Duration.ofSeconds(10), System::nanoTime));
    }
  }
}
