package io.tributary.cli.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.cli.EmbeddedBroker;
import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.process.CommandException;
import io.tributary.gateway.IngestPipeline;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against a real broker, because groups and their offsets decide. */
final class PromotionTest {

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private static int number;

  private final String prefix = "t" + number++ + ".";
  private Settings settings;
  private Cluster live;
  private Cluster next;

  @BeforeEach
  void open() throws Exception {
    live = broker.connectToDevices(prefix);
    settings =
        broker
            .settings()
            .with(
                Map.of(
                    "topic.prefix", prefix,
                    "families", "devices",
                    "generation", "2",
                    "topic.records.partitions", "9"));
    next = Cluster.connect(settings);
    next.topics().create(IngestPipeline.topics(settings));
    try (Producer<byte[], byte[]> producer = live.clients().producer("test", Map.of())) {
      for (int i = 0; i < 10; i++) {
        producer
            .send(new ProducerRecord<>(prefix + "devices.batches", 1, null, new byte[] {1}))
            .get();
      }
    }
  }

  @AfterEach
  void close() {
    next.close();
    live.close();
  }

  @Test
  void shouldNoteHowFarTheLiveProcessorsAre() throws Exception {
    commit(live.clients().group("processors"), 7);
    commit(next.clients().group("processors"), 6);
    commit(next.clients().group("sink"), 1);

    promote(4);

    Generation now = generation();
    assertThat(now.number()).isEqualTo(2);
    assertThat(now.marks()).containsEntry(new TopicPartition("devices.batches", 1), 7L);
    assertThat(now.partitions()).isEqualTo(9);
    assertThat(now.successor()).isEmpty();
  }

  @Test
  void shouldNotTakeOverFromProcessorsThatAreBehind() throws Exception {
    commit(live.clients().group("processors"), 5);
    commit(next.clients().group("processors"), 6);
    commit(next.clients().group("sink"), 1);

    assertThatThrownBy(() -> promote(10))
        .isInstanceOf(CommandException.class)
        .hasMessageStartingWith(
            "the live processors are 1 facts of " + prefix + "devices.batches-1 behind");
    requireFirst();
  }

  @Test
  void shouldNotTakeOverTwice() throws Exception {
    Generation before = generation();
    commit(live.clients().group("processors"), 7);
    commit(next.clients().group("processors"), 6);
    commit(next.clients().group("sink"), 1);
    promote(4);

    assertThatThrownBy(
            () ->
                new Promotion(live, next, Duration.ofSeconds(1), Ambient.system())
                    .run(before, 2, 4))
        .hasMessage("generation 2 has become live meanwhile");
    assertThat(generation().number()).isEqualTo(2);
  }

  @Test
  void shouldNotTakeOverFromProcessorsThatDoNotRest() throws Exception {
    commit(live.clients().group("processors"), 7);
    commit(next.clients().group("processors"), 7);
    commit(next.clients().group("sink"), 1);
    try (Consumer<byte[], byte[]> member = join(live.clients().group("processors"))) {
      assertThatThrownBy(() -> promote(10))
          .hasMessageContaining("do not stand still: somebody is in group " + prefix);
      assertThat(member.assignment()).isNotEmpty();
    }
    requireFirst();
  }

  @Test
  void shouldOnlyPromoteWhatIsThereAndCloseAndStill() throws Exception {
    assertThatThrownBy(() -> promote(10))
        .hasMessage("there is no generation 2; `replay run --from facts` makes it");
    commit(next.clients().group("sink"), 1);
    commit(next.clients().group("processors"), 5);
    assertThatThrownBy(() -> promote(4))
        .hasMessageStartingWith("generation 2 is 5 facts and 0 records behind; let it catch up");
    try (Consumer<byte[], byte[]> member = join(next.clients().group("sink"))) {
      assertThatThrownBy(() -> promote(10))
          .hasMessageStartingWith("generation 2 is still being replayed");
      assertThat(member.assignment()).isNotEmpty();
    }
    requireFirst();
  }

  /** As it was, and nobody rests. */
  private void requireFirst() {
    assertThat(generation().number()).isEqualTo(1);
    assertThat(generation().marks()).isEmpty();
    assertThat(generation().successor()).isEmpty();
  }

  private void promote(int behind) throws InterruptedException {
    new Promotion(live, next, Duration.ofSeconds(1), Ambient.system()).run(generation(), 2, behind);
  }

  private Generation generation() {
    return GenerationLog.live(settings);
  }

  private Consumer<byte[], byte[]> join(String group) {
    Consumer<byte[], byte[]> member =
        live.clients().consumer("test", Map.of(), Map.of(ConsumerConfig.GROUP_ID_CONFIG, group));
    member.subscribe(List.of(prefix + "devices.batches"));
    while (member.assignment().isEmpty()) {
      member.poll(Duration.ofMillis(100));
    }
    return member;
  }

  /** All partitions of the batches' topic; only the second one has any. */
  private void commit(String group, long offset) throws Exception {
    Map<TopicPartition, OffsetAndMetadata> offsets =
        IntStream.range(0, 6)
            .boxed()
            .collect(
                Collectors.toMap(
                    partition -> new TopicPartition(prefix + "devices.batches", partition),
                    partition -> new OffsetAndMetadata(partition == 1 ? offset : 0)));
    live.admin().alterConsumerGroupOffsets(group, offsets).all().get();
  }
}
