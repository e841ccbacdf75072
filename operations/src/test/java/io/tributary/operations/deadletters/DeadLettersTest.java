package io.tributary.operations.deadletters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.tributary.avro.envelope.DeadLetterDecision;
import io.tributary.avro.envelope.DecisionKind;
import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.NoProgress;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.schemas.deadletter.DeadLetter;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against a real broker, because what matters is how its transactions behave. */
class DeadLettersTest {

  private static final SingleObjectFormat FRAMING = SingleObjectFormat.ofReleases();
  private static final byte[] KEY = "key".getBytes(UTF_8);
  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private final String prefix = EmbeddedBroker.newPrefix();
  private final BulkResult tally = new BulkResult();
  private int live = 1;
  private Cluster cluster;
  private DeadLetters deadLetters;
  private Producer<byte[], byte[]> producer;

  @BeforeEach
  void open() throws Exception {
    cluster = broker.connectToDevices(prefix);
    deadLetters = new DeadLetters(cluster, () -> live);
    producer = cluster.clients().producer("test", Map.of("max.request.size", 4 * 1024 * 1024));
  }

  @AfterEach
  void close() {
    producer.close();
    deadLetters.close();
    cluster.close();
  }

  @Test
  void shouldSendFactsBackToTheirPlaceWithTheirAttempts() throws Exception {
    DeadLetterId id =
        writeDeadLetter("devices.batches", 4, FailureCode.INVALID_VALUE, new byte[] {1, 2});

    deadLetters.redrive(work(everything()), tally);

    ConsumerRecord<byte[], byte[]> sent = only("devices.batches");
    assertThat(sent.partition()).isEqualTo(4);
    assertThat(sent.key()).isEqualTo(KEY);
    assertThat(sent.value()).containsExactly(1, 2);
    assertThat(headers(sent)).containsExactly("tributary-fact-id=f-1", "tributary-attempts=1");
    assertThat(tally.total()).isEqualTo(1);
    ConsumerRecord<byte[], byte[]> decided = only("devices.dead-letter-decisions");
    assertThat(decided.key()).asString(UTF_8).isEqualTo(id.toString());
    DeadLetterDecision decision = FRAMING.decode(DeadLetterDecision.class, decided.value());
    assertThat(decision.getDeadLetter()).isEqualTo(id.toString());
    assertThat(decision.getDecision()).isEqualTo(DecisionKind.redriven);
    assertThat(decision.getNote()).isEqualTo("a note");
    assertThat(decision.getDecidedAtMs()).isPositive();
  }

  @Test
  void shouldSendRecordsToTheSinkAlone() throws Exception {
    writeDeadLetter("devices.readings", 3, FailureCode.ITEM_REJECTED, new byte[] {1});

    deadLetters.redrive(work(everything()), tally);

    ConsumerRecord<byte[], byte[]> sent = only("devices.redrives");
    assertThat(sent.partition()).isEqualTo(3);
    assertThat(headers(sent))
        .containsExactly(
            "tributary-fact-id=f-1",
            "tributary-attempts=1",
            "tributary-origin=" + prefix + "devices.readings/3/9");
    assertThat(read("devices.readings")).isEmpty();
  }

  @Test
  void shouldSendNothingTwice() throws Exception {
    for (int i = 0; i < 250; i++) {
      writeDeadLetter("devices.batches", i % 6, FailureCode.INVALID_VALUE, new byte[] {1});
    }
    BulkRequest stopped = work(everything(), false, () -> tally.total() >= 100, Integer.MAX_VALUE);

    deadLetters.redrive(stopped, tally);
    assertThat(tally.total()).isEqualTo(100);
    assertThat(read("devices.batches")).hasSize(100);

    deadLetters.redrive(work(everything(), false, () -> false, 30), new BulkResult());
    assertThat(read("devices.batches")).hasSize(130);

    deadLetters.redrive(work(everything()), new BulkResult());
    deadLetters.redrive(work(everything()), new BulkResult());
    assertThat(read("devices.batches")).hasSize(250);
  }

  @Test
  void shouldFenceAnotherGenerationsTransactions() throws Exception {
    DeadLetterId id =
        writeDeadLetter("devices.batches", 0, FailureCode.INVALID_VALUE, new byte[] {1});
    try (DecisionTransactions sleeper =
        DecisionTransactions.open(cluster, FRAMING, Family.DEVICES)) {
      deadLetters.redrive(work(everything()), tally);
      List<BulkDecision.Decision> late =
          List.of(
              new BulkDecision.Decision(
                  deadLetters.get(id).deadLetter(),
                  DecisionKind.redriven,
                  Optional.of(new ProducerRecord<>(prefix + "devices.batches", KEY, KEY))));

      assertThatThrownBy(
              () ->
                  sleeper.commit(late, RuntimeContext.system().clock().instant(), Optional.empty()))
          .isInstanceOf(OperationException.class)
          .hasMessage("another command works on the dead letters of devices");
    }
    assertThat(read("devices.batches")).hasSize(1);
    assertThat(read("devices.dead-letter-decisions")).hasSize(1);
  }

  @Test
  void shouldSendFactsOfTheLiveGenerationAlone() throws Exception {
    live = 2;
    DeadLetterId fact =
        writeDeadLetter("devices.batches", 0, FailureCode.INVALID_VALUE, new byte[] {1});
    writeDeadLetter("devices.readings", 0, FailureCode.ITEM_REJECTED, new byte[] {1});

    deadLetters.redrive(work(everything()), tally);
    edit(fact, BATCH);

    assertThat(read("devices.batches")).isEmpty();
    assertThat(read("devices.redrives")).as("the sink's are its own").hasSize(1);
    assertThat(tally.left())
        .singleElement()
        .satisfies(
            left ->
                assertThat(left.reason())
                    .isEqualTo(
                        "generation 2 is live and would process the fact a second time; work"
                            + " on its dead letters"));
    assertThat(list(false)).extracting(found -> found.deadLetter().id()).containsExactly(fact);
  }

  @Test
  void shouldSendFactsOfAFollowerOnceItIsLive() throws Exception {
    Cluster follower = broker.connectToDevices(prefix, 2);
    try (DeadLetters own = new DeadLetters(follower, () -> live)) {
      Origin origin = new Origin(prefix + "devices.batches", 1, 9);
      Failure failure = new Failure(FailureCode.INVALID_VALUE, "because");
      DeadLetter deadLetter = DeadLetter.of(KEY, KEY, new RecordHeaders(), origin, failure);
      append("g2.devices.dead-letters", deadLetter);

      own.redrive(work(everything()), tally);

      assertThat(tally.left())
          .singleElement()
          .satisfies(
              left ->
                  assertThat(left.reason())
                      .isEqualTo(
                          "generation 1 is live and would process the fact a second time; make"
                              + " generation 2 live first: `replay promote`"));
      assertThat(read("devices.batches")).isEmpty();
      live = 2;
      own.redrive(work(everything()), tally);
      assertThat(read("devices.batches")).hasSize(1);
    } finally {
      follower.close();
    }
  }

  @Test
  void shouldCountAndDoNothingInADryRun() throws Exception {
    writeDeadLetter("devices.batches", 0, FailureCode.INVALID_VALUE, new byte[] {1});
    writeDeadLetter("devices.readings", 0, FailureCode.ITEM_REJECTED, new byte[] {1});
    writeDeadLetter("devices.readings", 1, FailureCode.ITEM_REJECTED, new byte[] {1});

    deadLetters.redrive(work(everything(), true, () -> false, Integer.MAX_VALUE), tally);

    assertThat(tally.counts())
        .containsExactly(
            Map.entry(new BulkResult.Kind("devices", "process", "INVALID_VALUE"), 1L),
            Map.entry(new BulkResult.Kind("devices", "store", "ITEM_REJECTED"), 2L));
    assertThat(read("devices.batches")).isEmpty();
    assertThat(read("devices.redrives")).isEmpty();
    assertThat(read("devices.dead-letter-decisions")).isEmpty();
  }

  @Test
  void shouldGiveUpWithoutSendingAndShowItOnlyOnDemand() throws Exception {
    DeadLetterId given =
        writeDeadLetter("devices.batches", 0, FailureCode.INVALID_VALUE, new byte[] {1});
    DeadLetterId open =
        writeDeadLetter("devices.batches", 0, FailureCode.INVALID_KEY, new byte[] {1});

    deadLetters.discard(work(only(given)), tally);

    assertThat(read("devices.batches")).isEmpty();
    assertThat(list(false)).extracting(found -> found.deadLetter().id()).containsExactly(open);
    assertThat(list(true)).hasSize(2);
    DecidedDeadLetter discarded = deadLetters.get(given);
    assertThat(discarded.deadLetter().code()).isEqualTo("INVALID_VALUE");
    assertThat(discarded.decision().orElseThrow())
        .extracting(DeadLetterDecision::getDecision, DeadLetterDecision::getNote)
        .containsExactly(DecisionKind.discarded, "a note");

    deadLetters.redrive(work(only(given)), tally);
    assertThat(read("devices.batches")).isEmpty();
    assertThat(tally.before()).isEqualTo(1);
  }

  @Test
  void shouldReadTheOmittedValueOfADeadLetter() throws Exception {
    byte[] large = new byte[(1 << 20) + 7];
    Headers headers = new RecordHeaders().add("large", new byte[3 << 20]);
    RecordMetadata there =
        producer.send(new ProducerRecord<>(prefix + "devices.batches", 2, KEY, large)).get();
    writeDeadLetterAt(new Origin(there.topic(), 2, there.offset()), large, headers);
    writeDeadLetterAt(new Origin(there.topic(), 2, 77), large, headers);

    deadLetters.redrive(work(everything()), tally);

    assertThat(read("devices.batches"))
        .hasSize(2)
        .allSatisfy(
            record -> {
              assertThat(record.key()).isEqualTo(KEY);
              assertThat(record.value()).isEqualTo(large);
            });
    assertThat(tally.total()).isEqualTo(1);
    assertThat(tally.left())
        .extracting(BulkResult.Left::reason, BulkResult.Left::deadLetters)
        .containsExactly(
            tuple("it was too large to repeat in full, and its origin is there no more", 1L));
  }

  @Test
  void shouldLeaveDeadLettersWithoutATopicOfTheirFamily() throws Exception {
    writeDeadLetter("devices.outcomes", 0, FailureCode.INVALID_VALUE, new byte[] {1});
    writeDeadLetter("devices.readings", 0, FailureCode.INVALID_VALUE, new byte[] {1});
    writeDeadLetter("devices.batches", 0, FailureCode.ITEM_REJECTED, new byte[] {1});
    writeDeadLetter("history.events", 0, FailureCode.INVALID_VALUE, new byte[] {1});
    append(new DeadLetter(KEY, KEY, new RecordHeaders()));

    deadLetters.redrive(work(everything()), tally);

    assertThat(tally.total()).isZero();
    assertThat(tally.left())
        .singleElement()
        .satisfies(left -> assertThat(left.deadLetters()).isEqualTo(5));
    assertThat(list(false)).hasSize(5);
  }

  @Test
  void shouldSendAnEditedValueOnlyIfItIsOne() throws Exception {
    DeadLetterId id =
        writeDeadLetter("devices.batches", 1, FailureCode.UNDECODABLE, new byte[] {1});

    assertThatThrownBy(() -> edit(id, "{\"hardware_id\":\"a\"}"))
        .hasMessage("the value is no DeviceBatch: envelope is missing");
    assertThat(list(false)).hasSize(1);

    edit(id, BATCH);

    ConsumerRecord<byte[], byte[]> sent = only("devices.batches");
    assertThat(sent.partition()).isEqualTo(1);
    assertThat(FRAMING.decodeAny(sent.value()).get("hardware_id")).hasToString("d");
    assertThat(list(true))
        .extracting(found -> found.decision().orElseThrow().getDecision())
        .containsExactly(DecisionKind.edited);
    assertThatThrownBy(() -> edit(id, BATCH)).hasMessage(id + " has been edited");
  }

  private static final String BATCH =
      "{\"envelope\":{\"fact_id\":\"f\",\"accepted_at_ms\":1,\"request_id\":\"r\",\"caller\":\"c\","
          + "\"producer_version\":\"0\"},\"hardware_id\":\"d\",\"reading_ttl_s\":null,"
          + "\"batch_ttl_s\":1,\"readings\":[]}";

  private void edit(DeadLetterId id, String value) {
    deadLetters.edit(id, value, work(only(id)), tally);
  }

  private DeadLetterId writeDeadLetter(String topic, int partition, FailureCode code, byte[] value)
      throws Exception {
    Headers headers = new RecordHeaders().add("tributary-fact-id", "f-1".getBytes(UTF_8));
    Origin origin = new Origin(prefix + topic, partition, 9);
    return append(DeadLetter.of(KEY, value, headers, origin, new Failure(code, "because")));
  }

  private void writeDeadLetterAt(Origin origin, byte[] value, Headers headers) throws Exception {
    Failure failure = new Failure(FailureCode.INVALID_VALUE, "because");
    append(DeadLetter.of(KEY, value, headers, origin, failure));
  }

  private DeadLetterId append(DeadLetter deadLetter) throws Exception {
    return append("devices.dead-letters", deadLetter);
  }

  private DeadLetterId append(String topic, DeadLetter deadLetter) throws Exception {
    RecordMetadata there =
        producer
            .send(
                new ProducerRecord<>(
                    prefix + topic, 2, deadLetter.key(), deadLetter.value(), deadLetter.headers()))
            .get();
    return new DeadLetterId(Family.DEVICES, 2, there.offset());
  }

  private static DeadLetterFilter everything() {
    return filter(Set.of());
  }

  private static DeadLetterFilter only(DeadLetterId id) {
    return filter(Set.of(id));
  }

  private static DeadLetterFilter filter(Set<DeadLetterId> ids) {
    return new DeadLetterFilter(List.of(Family.DEVICES), Set.of(), Set.of(), Optional.empty(), ids);
  }

  private static BulkRequest work(DeadLetterFilter filter) {
    return work(filter, false, () -> false, Integer.MAX_VALUE);
  }

  private static BulkRequest work(
      DeadLetterFilter filter, boolean dry, BooleanSupplier stop, int limit) {
    return new BulkRequest(
        filter,
        Optional.of("a note"),
        dry,
        limit,
        RuntimeContext.system(),
        stop,
        NoProgress.REPORTER);
  }

  private List<DecidedDeadLetter> list(boolean all) {
    return deadLetters.list(everything(), all, 100).deadLetters();
  }

  private ConsumerRecord<byte[], byte[]> only(String topic) throws Exception {
    assertThat(read(topic)).hasSize(1);
    return read(topic).get(0);
  }

  private List<ConsumerRecord<byte[], byte[]>> read(String topic) throws Exception {
    EmbeddedBroker.awaitSettled(cluster, prefix + topic);
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (TopicScan scan = TopicScan.open(cluster, List.of(prefix + topic))) {
      scan.each(records::add);
    }
    return records;
  }

  private static List<String> headers(ConsumerRecord<byte[], byte[]> record) {
    List<String> headers = new ArrayList<>();
    record
        .headers()
        .forEach(header -> headers.add(header.key() + '=' + new String(header.value(), UTF_8)));
    return headers;
  }
}
