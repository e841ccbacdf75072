package io.tributary.operations.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.gateway.IngestPipeline;
import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.topic.TopicAdmin;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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

  private static final byte[] LATER = {1, 2, 3};

  private final String prefix = EmbeddedBroker.newPrefix();
  private final ExecutorService background = Executors.newSingleThreadExecutor();
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
                    "generation", "2"));
    next = Cluster.connect(settings);
    next.topics().create(TopicAdmin.withRecordPartitions(IngestPipeline.topics(settings), 9));
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
    background.shutdownNow();
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
        .isInstanceOf(OperationException.class)
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
          .hasMessageContaining("do not stop: a consumer is in group " + prefix);
      assertThat(member.assignment()).isNotEmpty();
    }
    requireFirst();
  }

  @Test
  void shouldOnlyPromoteWhatIsThereAndCloseAndStill() throws Exception {
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

  @Test
  void shouldLeaveItToWhoeverHasBegunLast() throws Exception {
    standReady();
    try (Consumer<byte[], byte[]> member = join(live.clients().group("processors"))) {
      Future<?> first = inBackground(() -> promotion(Ambient.system(), 30).run(generation(), 2, 4));
      await().until(() -> generation().successor().isPresent());
      try (GenerationChanges second = GenerationChanges.open(live.clients(), Ambient.system())) {
        assertThat(member.assignment()).isNotEmpty();

        assertThatThrownBy(() -> first.get(1, TimeUnit.MINUTES))
            .hasRootCauseMessage("another command promotes a generation");
        assertThat(second.newest().successor()).contains(2);
        second.live(2, Map.of(), 0);
      }
    }
    assertThat(generation().number()).isEqualTo(2);
  }

  @Test
  void shouldTakeBackWhatTookLongerThanProcessorsRest() throws Exception {
    standReady();
    AtomicInteger asked = new AtomicInteger();
    Ambient system = Ambient.system();
    // twice for each change; the third is slow
    InstantSource clock =
        () -> system.clock().instant().plusSeconds(asked.incrementAndGet() > 4 ? 9 : 0);
    Ambient slow = withClocks(clock, system.ticker());

    assertThatThrownBy(() -> promotion(slow, 1).run(generation(), 2, 4))
        .hasMessage("the cluster answers too slowly to promote anything");
    requireFirst();
    promote(4);
    assertThat(generation().number()).isEqualTo(2);
  }

  @Test
  void shouldSayNothingOnceTooLittleOfTheRestIsLeft() throws Exception {
    AtomicLong ticked = new AtomicLong();
    AtomicLong passed = new AtomicLong();
    Ambient system = Ambient.system();
    Ambient ambient =
        withClocks(
            () -> system.clock().instant().plusSeconds(passed.get()),
            () -> System.nanoTime() + TimeUnit.SECONDS.toNanos(ticked.get()));
    try (GenerationChanges changes = GenerationChanges.open(live.clients(), ambient)) {
      Lease lease = changes.takingOver(2);
      ticked.set(9);
      assertThatThrownBy(() -> changes.live(2, Map.of(), 0, lease))
          .as("a cluster that is slow")
          .isInstanceOf(OperationException.class);
      ticked.set(0);
      passed.set(9);
      assertThatThrownBy(() -> changes.live(2, Map.of(), 0, lease))
          .as("a machine that slept")
          .isInstanceOf(OperationException.class);
      assertThat(generation().number()).isEqualTo(1);

      passed.set(1);
      changes.live(2, Map.of(), 0, lease);
    }
    assertThat(generation().number()).isEqualTo(2);
  }

  @Test
  void shouldNotPassOverAChangeThatItCannotRead() throws Exception {
    try (Producer<byte[], byte[]> producer = live.clients().producer("test", Map.of());
        GenerationLog log = GenerationLog.open(live.clients())) {
      assertThat(log.read().number()).isEqualTo(1);
      producer
          .send(new ProducerRecord<>(prefix + "tributary.generations", 0, new byte[] {'2'}, LATER))
          .get();

      assertThatThrownBy(log::read).isInstanceOf(UndecodableException.class);
      assertThatThrownBy(log::read).isInstanceOf(UndecodableException.class);
    }
  }

  @Test
  void shouldNotLeaveOutFamiliesThatTheLiveProcessorsHave() throws Exception {
    standReady();
    live.topics().create(Topics.of(Set.of(Family.HISTORY)));
    commit(live.clients().group("processors"), "history.events", 1);

    assertThatThrownBy(() -> promote(10))
        .hasMessageStartingWith("the live processors read more topics, such as history.");
    requireFirst();
  }

  private void standReady() throws Exception {
    commit(live.clients().group("processors"), 7);
    commit(next.clients().group("processors"), 6);
    commit(next.clients().group("sink"), 1);
  }

  /** As it was, and nobody rests. */
  private void requireFirst() {
    assertThat(generation().number()).isEqualTo(1);
    assertThat(generation().marks()).isEmpty();
    assertThat(generation().successor()).isEmpty();
  }

  private void promote(int behind) throws InterruptedException {
    promotion(Ambient.system(), 1).run(generation(), 2, behind);
  }

  private static Ambient withClocks(InstantSource clock, Ticker ticker) {
    Ambient system = Ambient.system();
    return new Ambient(clock, ticker, system.random(), system.secrets(), system.environment());
  }

  private Promotion promotion(Ambient ambient, int patienceSeconds) {
    return new Promotion(live, next, Duration.ofSeconds(patienceSeconds), ambient);
  }

  private Future<?> inBackground(ThrowingRunnable work) {
    return background.submit(
        () -> {
          work.run();
          return null;
        });
  }

  @FunctionalInterface
  private interface ThrowingRunnable {
    void run() throws Exception;
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
    commit(group, "devices.batches", offset);
  }

  private void commit(String group, String topic, long offset) throws Exception {
    Map<TopicPartition, OffsetAndMetadata> offsets =
        IntStream.range(0, 6)
            .boxed()
            .collect(
                Collectors.toMap(
                    partition -> new TopicPartition(prefix + topic, partition),
                    partition -> new OffsetAndMetadata(partition == 1 ? offset : 0)));
    live.admin().alterConsumerGroupOffsets(group, offsets).all().get();
  }
}
