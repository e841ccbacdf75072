package io.tributary.processors.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.envelope.ClockTick;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.MessageRole;
import io.tributary.avro.history.PostedFeedback;
import io.tributary.avro.history.PostedMessage;
import io.tributary.processors.fact.FactProcessor;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.key.WaitKey;
import io.tributary.schemas.key.history.ThreadKey;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.HistoryTopics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waiting with a step of no family: what waits becomes an outcome of its own id. */
final class WaitingFactsTest {

  private static final long TIME = 1_772_323_200_000L;
  private static final ThreadKey KEY = ThreadKey.of("org", null, "user", "thread");

  private final ForgetfulFormat format = new ForgetfulFormat();
  private final List<KeyValueStore<String, byte[]>> stores =
      Stream.of("history.waits-state", "history.waits-index")
          .map(
              name ->
                  Stores.keyValueStoreBuilder(
                          Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
                      .withLoggingDisabled()
                      .build())
          .toList();
  private MockProcessorContext<Object, Object> context;
  private FactProcessor<ThreadKey, HistoryEvent> processor;
  private long offset;
  private String caller = "caller";

  @BeforeEach
  void start(@TempDir Path stateDir) {
    context = new MockProcessorContext<>(new Properties(), new TaskId(0, 0), stateDir.toFile());
    for (KeyValueStore<String, byte[]> store : stores) {
      store.init(context.getStateStoreContext(), store);
      context.addStateStore(store);
    }
    context.setCurrentSystemTimeMs(TIME);
    restart();
  }

  @AfterEach
  void stop() {
    stores.forEach(KeyValueStore::close);
  }

  @Test
  void shouldKeepWaitsOverARestart() {
    process("f", TIME, feedback("m"));
    restart();
    process("m", TIME + 600_000, message("m"));

    assertThat(forwarded())
        .containsExactly(
            "outcomes m null", "waits org#user#thread#0000000000000000000 null", "outcomes f null");
    punctuate(TIME + 600_001);
    assertThat(stores).allSatisfy(store -> assertThat(store.all().hasNext()).isFalse());
  }

  @Test
  void shouldEndOverdueWaitsAfterARestart() {
    process("f", TIME, feedback("m"));
    restart();
    process("n", TIME + 600_001, message("n"));

    assertThat(forwarded())
        .containsExactly(
            "waits org#user#thread#0000000000000000000 null",
            "dead-letters MESSAGE_NOT_FOUND history.events/3/0",
            "outcomes n null");
  }

  @Test
  void shouldTickOnceAndAgainOnlyIfThatEndsNothing() {
    process("f", TIME, feedback("m"));
    process("g", TIME + 1, feedback("n"));
    context.resetForwards();
    punctuate(TIME + 600_000);
    assertThat(forwarded()).isEmpty();
    punctuate(TIME + 600_001);
    assertThat(forwarded()).containsExactly("ticks3 1772323800001");
    punctuate(TIME + 600_001);
    assertThat(forwarded()).isEmpty();
    punctuate(TIME + 600_002);
    assertThat(forwarded()).containsExactly("ticks3 1772323800002");

    restart();
    punctuate(TIME + 1_199_999);
    assertThat(forwarded()).isEmpty();
    punctuate(TIME + 1_200_000);
    assertThat(forwarded()).containsExactly("ticks3 1772324400000");
  }

  @Test
  void shouldRefuseAWaitBeyondAThousandOfOneCaller() {
    for (int i = 0; i < 1000; i++) {
      process("f" + i, TIME, feedback("m"));
    }
    context.resetForwards();
    process("f1000", TIME, feedback("m"));
    assertThat(forwarded()).containsExactly("dead-letters LIMIT_EXCEEDED history.events/3/1000");
    caller = "another";
    process("f1001", TIME, feedback("m"));
    assertThat(forwarded()).containsExactly("waits org#user#thread#0000000000000001001");

    caller = "caller";
    process("g", TIME + 600_001, feedback("n"));
    assertThat(forwarded()).hasSize(2003).endsWith("waits org#user#thread#0000000000000001002");
    process("h", TIME + 600_001, feedback("n"));
    assertThat(forwarded()).containsExactly("waits org#user#thread#0000000000000001003");
  }

  @Test
  void shouldKeepItsOriginWhenAFactFailsAfterItsWait() {
    process("bad", TIME, feedback("m"));
    process("f", TIME, feedback("m"));
    context.resetForwards();
    process("m", TIME, message("m"));

    assertThat(forwarded())
        .containsExactly(
            "outcomes m null",
            "waits org#user#thread#0000000000000000000 null",
            "dead-letters PROCESSING_FAILED history.events/3/0",
            "waits org#user#thread#0000000000000000001 null",
            "outcomes f null");
  }

  @Test
  void shouldRefuseAnUnreadableFactAfterItsWait() {
    process("f", TIME, feedback("m"));
    context.resetForwards();
    format.forget(bytes("f", TIME, feedback("m")));
    process("n", TIME + 600_001, message("n"));

    assertThat(forwarded())
        .containsExactly(
            "waits org#user#thread#0000000000000000000 null",
            "dead-letters UNDECODABLE history.events/3/0",
            "outcomes n null");
  }

  @Test
  void shouldRefuseAnUnreadableFactByTheClockAndTickForOthers() {
    process("f", TIME, feedback("m"));
    process("g", TIME, feedback("m"));
    context.resetForwards();
    format.forget(bytes("f", TIME, feedback("m")));
    punctuate(TIME + 600_001);
    assertThat(forwarded())
        .containsExactly(
            "waits org#user#thread#0000000000000000000 null",
            "dead-letters UNDECODABLE history.events/3/0",
            "ticks3 1772323800001");
  }

  @Test
  void shouldKeepNothingOfADeadLetter() {
    process("f", TIME, feedback("m"));
    context.resetForwards();
    process("bad", TIME, message("m"));
    assertThat(forwarded()).containsExactly("dead-letters PROCESSING_FAILED history.events/3/1");
    process("m", TIME, message("m"));
    assertThat(forwarded()).hasSize(3);
  }

  @Test
  void shouldRepeatTheHeadersOfAFactInItsDeadLetter() {
    RecordHeaders headers = new RecordHeaders();
    headers.add("custom", new byte[] {1, 2});
    headers.add("empty", null);
    context.setRecordMetadata("history.events", 3, 0);
    processor.process(
        new Record<>(
            KEY.pk().getBytes(StandardCharsets.UTF_8),
            bytes("f", TIME, feedback("m")),
            TIME,
            headers));
    context.resetForwards();
    offset = 1;
    process("n", TIME + 600_001, message("n"));

    var deadLetter = context.forwarded("dead-letters").get(0).record();
    assertThat(deadLetter.headers().lastHeader("custom").value()).containsExactly(1, 2);
    assertThat(deadLetter.headers().lastHeader("empty").value()).isNull();
    assertThat(deadLetter.value()).isEqualTo(bytes("f", TIME, feedback("m")));
  }

  private void restart() {
    context.resetForwards();
    WaitPolicy<HistoryEvent> rule =
        new WaitPolicy<>(
            HistoryTopics.WAITS,
            Duration.ofMinutes(10),
            new Failure(FailureCode.MESSAGE_NOT_FOUND, "none came"),
            (waiting, now) ->
                HistoryEvent.newBuilder(waiting)
                    .setEnvelope(now)
                    .setEvent(ClockTick.newBuilder().build())
                    .build());
    FactProcessor.FactRoutes routes =
        new FactProcessor.FactRoutes(
            Map.of(
                "history.waits",
                "waits",
                "history.events",
                "ticks",
                "devices.outcomes",
                "outcomes"),
            "dead-letters",
            HistoryTopics.EVENTS.partitions());
    FactSource<ThreadKey, HistoryEvent> source =
        new FactSource<>(HistoryTopics.EVENTS, event -> KEY, HistoryEvent::getEnvelope);
    processor =
        new FactProcessor<>(
            source,
            (stores, application) ->
                new WaitingFacts<>(source, rule, new EchoStep(), format, stores, application),
            format,
            routes,
            GenerationHandover.FIRST,
            new Meters());
    processor.init(context);
  }

  /** Knows the schemas of all values but those that it is told to forget, as a registry may. */
  private static final class ForgetfulFormat implements ValueFormat {

    private final ValueFormat all = SingleObjectFormat.ofReleases();
    private final List<byte[]> forgotten = new ArrayList<>();

    void forget(byte[] value) {
      forgotten.add(value);
    }

    @Override
    public byte[] encode(SpecificRecordBase value) {
      return all.encode(value);
    }

    @Override
    public <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes) {
      if (forgotten.stream().anyMatch(value -> Arrays.equals(value, bytes))) {
        throw new UndecodableException("nobody knows its schema", null);
      }
      return all.decode(type, bytes);
    }

    @Override
    public GenericRecord decodeAny(byte[] bytes) {
      return all.decodeAny(bytes);
    }
  }

  /** Knows what messages there were only as long as it lives. */
  private static final class EchoStep implements WaitingStep<HistoryEvent> {

    private final Set<String> brought = new HashSet<>();

    @Override
    public Optional<String> waitsFor(HistoryEvent event) {
      return event.getEvent() instanceof PostedFeedback f && !brought.contains(f.getMessageId())
          ? Optional.of(f.getMessageId())
          : Optional.empty();
    }

    @Override
    public Optional<String> satisfies(HistoryEvent event) {
      return event.getEvent() instanceof PostedMessage message
          ? Optional.of(message.getMessageId())
          : Optional.empty();
    }

    @Override
    public List<OutputRecord<?, ?>> apply(HistoryEvent event) {
      String id = event.getEnvelope().getFactId();
      if (id.equals("bad")) {
        throw new IllegalArgumentException("unforeseen");
      }
      satisfies(event).ifPresent(brought::add);
      return List.of(new OutputRecord<>(DevicesTopics.OUTCOMES, id, null));
    }
  }

  private void process(String factId, long acceptedAt, SpecificRecordBase what) {
    byte[] value = bytes(factId, acceptedAt, what);
    byte[] key = KEY.pk().getBytes(StandardCharsets.UTF_8);
    context.setRecordMetadata("history.events", 3, offset++);
    processor.process(new Record<>(key, value, TIME));
  }

  private void punctuate(long wallClock) {
    var punctuators = context.scheduledPunctuators();
    punctuators.get(punctuators.size() - 1).getPunctuator().punctuate(wallClock);
  }

  private byte[] bytes(String factId, long acceptedAt, SpecificRecordBase what) {
    FactEnvelope envelope =
        FactEnvelope.newBuilder()
            .setFactId(factId)
            .setAcceptedAtMs(acceptedAt)
            .setRequestId("request")
            .setCaller(caller)
            .setProducerVersion("test")
            .build();
    return format.encode(
        HistoryEvent.newBuilder()
            .setEnvelope(envelope)
            .setOrgId("org")
            .setUserId("user")
            .setThreadId("thread")
            .setLifeS(1)
            .setTemporaryLifeS(1)
            .setEvent(what)
            .build());
  }

  private static PostedFeedback feedback(String messageId) {
    return PostedFeedback.newBuilder().setMessageId(messageId).build();
  }

  private static PostedMessage message(String messageId) {
    return PostedMessage.newBuilder()
        .setMessageId(messageId)
        .setRole(MessageRole.user)
        .setTimestampMs(TIME)
        .setContent("text")
        .build();
  }

  /** What was forwarded since the last look: node, what it is, and its value if there is none. */
  private List<String> forwarded() {
    List<String> found = context.forwarded().stream().map(WaitingFactsTest::describe).toList();
    context.resetForwards();
    return found;
  }

  private static Object keyOf(Record<?, ?> record) {
    return ((OutputRecord<?, ?>) record.key()).key();
  }

  private static String describe(MockProcessorContext.CapturedForward<?, ?> forward) {
    Record<?, ?> record = forward.record();
    String child = forward.childName().orElseThrow();
    return switch (child) {
      case "dead-letters" ->
          child
              + " "
              + RecordHeader.CODE.get(record.headers()).orElseThrow()
              + " "
              + RecordHeader.ORIGIN.get(record.headers()).orElseThrow();
      case "ticks" ->
          child
              + ((OutputRecord<?, ?>) record.key()).partitions().iterator().next()
              + " "
              + ((HistoryEvent) record.value()).getEnvelope().getAcceptedAtMs();
      case "waits" ->
          child
              + " "
              + HistoryTopics.WAITS.keys().encode((WaitKey) keyOf(record))
              + (record.value() == null ? " null" : "");
      default -> child + " " + keyOf(record) + " " + record.value();
    };
  }
}
