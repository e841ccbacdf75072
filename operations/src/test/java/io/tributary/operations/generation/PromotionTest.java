package io.tributary.operations.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.gateway.GatewayFamilies;
import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against a real broker, because groups and their offsets decide. */
final class PromotionTest {

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  /** A value of a schema that no release has. */
  private static final byte[] LATER = {(byte) 0xC3, 1, 9, 9, 9, 9, 9, 9, 9, 9, 2};

  private final String prefix = EmbeddedBroker.newPrefix();
  private Settings settings;
  private Cluster live;
  private Cluster next;

  @BeforeEach
  void open() throws Exception {
    live = broker.connectToDevices(prefix);
    settings = broker.devices(prefix, Map.of("generation", "2"));
    next = Cluster.connect(settings);
    next.topics().create(GatewayFamilies.topics(settings), OptionalInt.of(9));
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
    commit(live.clients().group("processors"), 7);
    commit(next.clients().group("processors"), 6);
    commit(next.clients().group("sink"), 1);
    promote(4);

    for (int generation : List.of(2, 3)) {
      assertThatThrownBy(() -> promote(generation, 4))
          .hasMessage("generation 2 has become live meanwhile");
    }
    assertThat(generation().number()).isEqualTo(2);
  }

  @Test
  void shouldNotTakeOverFromServicesThatRun() throws Exception {
    standReady();
    for (String service : List.of("processors", "sink")) {
      try (Consumer<byte[], byte[]> member = join(live.clients().group(service))) {
        assertThatThrownBy(() -> promote(10))
            .hasMessageStartingWith(
                "stop the " + service + " of the live generation first: a consumer is in group ");
        assertThat(member.assignment()).isNotEmpty();
      }
    }
    requireFirst();
  }

  @Test
  void shouldPromoteOnlyACompleteGenerationThatHasCaughtUp() throws Exception {
    commit(live.clients().group("processors"), 10);
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
  void shouldFenceAnEarlierOwner() throws Exception {
    try (GroupHold hold = hold();
        GenerationChanges first = GenerationChanges.open(live.clients(), RuntimeContext.system());
        GenerationChanges second =
            GenerationChanges.open(live.clients(), RuntimeContext.system())) {
      assertThatThrownBy(() -> first.live(2, Map.of(), 0, Map.of(), hold))
          .hasMessage("another command promotes a generation");
      second.live(3, Map.of(), 0, Map.of(), hold);
    }
    await().until(() -> generation().number() == 3);
  }

  @Test
  void shouldKeepProcessorsOutUntilItIsDone() throws Exception {
    standReady();
    String group = live.clients().group("processors");
    try (GroupHold hold = hold()) {
      assertThat(hold.partitions()).hasSize(6);
      assertThatThrownBy(() -> join(group)).isInstanceOf(InconsistentGroupProtocolException.class);
    }
    join(group).close();
  }

  @Test
  void shouldWriteNothingOnceItsMembershipIsLost() throws Exception {
    standReady();
    String group = live.clients().group("processors");
    try (GroupHold hold = hold();
        GenerationChanges changes =
            GenerationChanges.open(live.clients(), RuntimeContext.system())) {
      live.admin()
          .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
          .all()
          .get();
      Map<TopicPartition, Long> offsets = live.queries().settled(group);

      assertThatThrownBy(() -> changes.live(2, Map.of(), 0, offsets, hold))
          .hasMessage("the cluster answers too slowly; generation 2 is not live");
    }
    requireFirst();
    promote(4);
  }

  @Test
  void shouldNotSkipAnUnreadableChange() throws Exception {
    try (Producer<byte[], byte[]> producer = live.clients().producer("test", Map.of())) {
      producer
          .send(new ProducerRecord<>(prefix + "tributary.generations", 0, new byte[] {'2'}, LATER))
          .get();
    }
    assertThatThrownBy(this::generation)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("tributary.generations-0/0 has a schema of a later release");
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

  private void requireFirst() {
    assertThat(generation().number()).isEqualTo(1);
    assertThat(generation().marks()).isEmpty();
  }

  private void promote(int behind) throws InterruptedException {
    promote(2, behind);
  }

  private void promote(int generation, int behind) throws InterruptedException {
    new Promotion(live, next, Duration.ofSeconds(1), RuntimeContext.system())
        .run(this::generation, generation, behind);
  }

  private GroupHold hold() {
    return GroupHold.join(
        live.clients(), live.clients().group("processors"), List.of(prefix + "devices.batches"));
  }

  private Generation generation() {
    return GenerationLog.live(settings);
  }

  private Consumer<byte[], byte[]> join(String group) {
    Consumer<byte[], byte[]> member =
        live.clients().consumer("test", Map.of(), Map.of(ConsumerConfig.GROUP_ID_CONFIG, group));
    member.subscribe(List.of(prefix + "devices.batches"));
    try {
      while (member.assignment().isEmpty()) {
        member.poll(Duration.ofMillis(100));
      }
      return member;
    } catch (RuntimeException e) {
      member.close();
      throw e;
    }
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
