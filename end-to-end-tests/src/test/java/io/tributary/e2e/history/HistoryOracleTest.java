package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.Seed;
import io.tributary.harness.load.Upload;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.TopicRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

final class HistoryOracleTest {

  private static final ThreadId THREAD = new ThreadId("org123", "tenantA", "user456", "thread789");
  private static final Instant NEW_YEAR = Instant.parse("2026-01-01T00:00:00.123Z");
  private static final long TIMESTAMP = 1_234_567_890_123L;
  private static final String MESSAGE_SK = "MSG#0000001234567890123#msg_abc123";

  private final AvroFiles avro = new AvroFiles();
  private final List<TopicRecord> log = new ArrayList<>();
  private final HistoryEvents events = new HistoryEvents(this::append, avro);

  @Test
  void shouldWorkOutItemsAsDocumented() {
    at(NEW_YEAR, events.user("msg_abc123", TIMESTAMP, "Here's one"));
    at(NEW_YEAR.plusSeconds(60), events.feedback("msg_abc123", "UP", "Helpful answer"));
    at(NEW_YEAR.plusSeconds(61), events.details("Apostrophes", "web", null));

    Map<String, Object> message = new TreeMap<>();
    message.put("PK", "org123#tenantA#user456#thread789");
    message.put("SK", MESSAGE_SK);
    message.put("SKMessage", "MSG#msg_abc123");
    message.put("ExpiryTime", PlainItem.number("1798761600"));
    message.put("thread_id", "thread789");
    message.put("message_id", "msg_abc123");
    message.put("timestamp", PlainItem.number("1234567890123"));
    message.put("content", "Here's one");
    message.put("verso", "up");
    message.put("feedback", "Helpful answer");
    message.put("role", "user");
    message.put("created_at", "2026-01-01T00:00:00");
    message.put("updated_at", "2026-01-01T00:01:00");
    Map<String, Object> thread = new TreeMap<>();
    thread.put("PK", "org123#tenantA#user456#thread789");
    thread.put("SK", "THREAD#thread789");
    thread.put("SKTimestampThread", "THREAD#1234567890123#thread789");
    thread.put("ExpiryTime", PlainItem.number("1798761661"));
    thread.put("org_id", "org123");
    thread.put("user_id", "user456");
    thread.put("origin", "web");
    thread.put("is_temporary", false);
    thread.put("title", "Apostrophes");
    thread.put("created_at", "2026-01-01T00:00:00");
    thread.put("updated_at", "2026-01-01T00:01:01");
    thread.put("user_message_count", PlainItem.number("1"));
    Map<String, Object> listed = new TreeMap<>(thread);
    listed.put("PK", "org123#tenantA#user456");
    assertThat(oracle().items().values()).containsExactlyInAnyOrder(message, thread, listed);
  }

  @Test
  void shouldKeepStructuredContentAsValues() {
    GenericRecord answer =
        events
            .message("ASSISTANT", "m", TIMESTAMP, events.structured("[{\"n\":1.50},\"a\",null]"))
            .set("sources", "[{\"title\":\"Doc\"}]")
            .build();
    at(NEW_YEAR, answer);

    Map<String, Object> item = item("LLM#0000001234567890123#m");
    assertThat(item.get("content"))
        .isEqualTo(List.of(Map.of("n", PlainItem.number("1.5")), "a", PlainItem.Null.NULL));
    assertThat(item.get("sources")).isEqualTo(List.of(Map.of("title", "Doc")));
    assertThat(item.get("role")).isEqualTo("assistant");
    assertThat(thread()).containsEntry("user_message_count", PlainItem.number("0"));
  }

  @Test
  void shouldCountAMessageOnceWhateverItsRepeatSays() {
    at(NEW_YEAR, events.user("msg_abc123", TIMESTAMP, "first"));
    at(NEW_YEAR.plusSeconds(3_600), events.user("msg_abc123", TIMESTAMP + 1, "second"));
    at(NEW_YEAR, events.assistant("msg_abc123", TIMESTAMP - 1, "another one"));

    assertThat(item(MESSAGE_SK))
        .containsEntry("content", "first")
        .containsEntry("updated_at", "2026-01-01T00:00:00");
    assertThat(thread())
        .containsEntry("user_message_count", PlainItem.number("1"))
        .containsEntry("SKTimestampThread", "THREAD#1234567890123#thread789")
        .containsEntry("ExpiryTime", PlainItem.number("1798761600"));
    assertThat(oracle().items()).hasSize(4);
    assertThat(oracle().tally()).hasToString("messages=2 repeats=1 threads=1");
  }

  @Test
  void shouldLetFeedbackWaitForTenMinutes() {
    at(NEW_YEAR, events.feedback("msg_abc123", "DOWN"));
    at(NEW_YEAR.plusSeconds(60), events.feedback("msg_abc123", "UP", "in time"));
    String early = at(NEW_YEAR.plusMillis(599_999), events.feedback("other", null));
    at(NEW_YEAR.plusSeconds(600), events.user("msg_abc123", TIMESTAMP, "here"));
    assertThat(item(MESSAGE_SK))
        .containsEntry("verso", "up")
        .containsEntry("feedback", "in time")
        .containsEntry("updated_at", "2026-01-01T00:10:00");
    assertThat(oracle().waits()).isEqualTo(1);

    at(NEW_YEAR.plusMillis(1_200_000), events.tick());
    assertThat(oracle().lost()).containsExactly(early);
    assertThat(oracle().tally())
        .hasToString("messages=1 threads=1 feedback=2 waits=3 waits-met=2 waits-lost=1 ticks=1");
  }

  @Test
  void shouldNotGiveAMessageWhatHasWaitedTooLong() {
    String late = at(NEW_YEAR, events.feedback("msg_abc123", "DOWN"));
    at(NEW_YEAR.plusMillis(600_001), events.user("msg_abc123", TIMESTAMP, "here"));

    assertThat(item(MESSAGE_SK)).doesNotContainKey("verso");
    assertThat(oracle().lost()).containsExactly(late);
  }

  @Test
  void shouldGiveAMessageWhoseLifeWasProlongedWhatHasWaitedForIt() {
    Instant end = NEW_YEAR.minusMillis(123).plusSeconds(86_400);
    at(NEW_YEAR, events.details(null, null, true));
    at(NEW_YEAR, events.user("msg_abc123", TIMESTAMP, "text"));
    at(end, events.feedback("msg_abc123", "UP"));
    at(end.minusMillis(1), events.details(null, null, false));
    assertThat(oracle().waits()).isEqualTo(1);
    at(end.plusMillis(600_001), events.tick());

    assertThat(item(MESSAGE_SK)).containsEntry("verso", "up");
    assertThat(oracle().lost()).isEmpty();
  }

  @Test
  void shouldPreferTheAssistantsMessageAndClearWhatIsNull() {
    at(NEW_YEAR, events.user("m", TIMESTAMP, "question"));
    at(NEW_YEAR, events.feedback("m", "DOWN", "of the question"));
    at(NEW_YEAR, events.assistant("m", TIMESTAMP, "answer"));
    at(NEW_YEAR, events.feedback("m", "UP", "of the answer"));
    at(NEW_YEAR, events.feedback("m", null));

    assertThat(item("MSG#0000001234567890123#m"))
        .containsEntry("verso", "down")
        .containsEntry("feedback", "of the question");
    assertThat(item("LLM#0000001234567890123#m"))
        .doesNotContainKey("verso")
        .containsEntry("feedback", "of the answer");
    at(NEW_YEAR, events.feedback("m", null, null));
    assertThat(item("LLM#0000001234567890123#m")).doesNotContainKey("feedback");
  }

  @Test
  void shouldBeginAnotherLifeAtTheEndOfOne() {
    Instant end = NEW_YEAR.plusSeconds(31_536_000);
    at(NEW_YEAR, events.details("old title", "web", null));
    at(NEW_YEAR, events.user("msg_abc123", TIMESTAMP, "old"));
    at(end.minusMillis(124), events.user("msg_abc123", TIMESTAMP, "a repeat"));
    assertThat(item(MESSAGE_SK)).containsEntry("content", "old");

    at(end.minusMillis(123), events.user("msg_abc123", TIMESTAMP + 1, "new"));
    assertThat(item(MESSAGE_SK)).containsEntry("content", "old");
    assertThat(item("MSG#0000001234567890124#msg_abc123"))
        .containsEntry("content", "new")
        .containsEntry("created_at", "2027-01-01T00:00:00")
        .containsEntry("ExpiryTime", PlainItem.number("1830297600"));
    assertThat(thread())
        .doesNotContainKey("title")
        .containsEntry("created_at", "2027-01-01T00:00:00")
        .containsEntry("user_message_count", PlainItem.number("1"));
  }

  @Test
  void shouldMoveTheEndOfMessagesWithTheKindOfTheirThread() {
    at(NEW_YEAR, events.details(null, null, true));
    at(NEW_YEAR, events.user("msg_abc123", TIMESTAMP, "text"));
    assertThat(item(MESSAGE_SK)).containsEntry("ExpiryTime", PlainItem.number("1767312000"));

    at(NEW_YEAR.plusSeconds(10), events.details(null, null, false));
    assertThat(item(MESSAGE_SK))
        .containsEntry("ExpiryTime", PlainItem.number("1798761610"))
        .containsEntry("updated_at", "2026-01-01T00:00:10");
    at(NEW_YEAR.plusSeconds(5), events.details(null, null, true));
    assertThat(item(MESSAGE_SK))
        .containsEntry("ExpiryTime", PlainItem.number("1767312010"))
        .containsEntry("updated_at", "2026-01-01T00:00:10");
    assertThat(thread())
        .containsEntry("ExpiryTime", PlainItem.number("1767312010"))
        .containsEntry("is_temporary", true);
  }

  @Test
  void shouldSortAThreadByItsMessagesOnceItHasAny() {
    at(NEW_YEAR, events.details("empty", null, null));
    assertThat(thread()).containsEntry("SKTimestampThread", "THREAD#1767225600123#thread789");

    at(NEW_YEAR, events.assistant("m1", TIMESTAMP, "a"));
    at(NEW_YEAR, events.assistant("m2", TIMESTAMP - 5, "b"));
    at(NEW_YEAR.plusSeconds(9), events.details("renamed", null, null));
    at(NEW_YEAR.plusSeconds(99), events.details("renamed", null, false));
    assertThat(thread())
        .containsEntry("SKTimestampThread", "THREAD#1234567890123#thread789")
        .containsEntry("updated_at", "2026-01-01T00:00:09");
  }

  @Test
  void shouldFindWhatIsNotInTheLogAndWhatNobodySent() {
    Upload upload =
        new Upload(
            HistoryApi.MESSAGES,
            Map.of(),
            HistorySamples.request(THREAD, HistorySamples.user("m", TIMESTAMP, "text")),
            2);
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    PostedRequests posted = new PostedRequests();
    posted.add(List.of(new Delivery(upload, 202, "{}", now, now.plusSeconds(1))));

    assertThatThrownBy(() -> posted.check(log, avro)).isInstanceOf(AssertionError.class);
    byGateway(events.user("m", TIMESTAMP, "text"));
    posted.check(log, avro);
    byGateway(events.user("m", TIMESTAMP, "text"));
    posted.check(log, avro);
    byGateway(events.user("m", TIMESTAMP, "text"));
    assertThatThrownBy(() -> posted.check(log, avro)).isInstanceOf(AssertionError.class);
    log.remove(2);
    byGateway(events.user("m", TIMESTAMP, "another text"));
    assertThatThrownBy(() -> posted.check(log, avro)).isInstanceOf(AssertionError.class);
  }

  @Test
  void shouldBeLedEverywhereByTheTraffic() {
    Seed seed = Seed.next();
    System.out.println("history traffic: " + seed);
    HistoryTraffic traffic = new HistoryTraffic(seed.random(), events);
    PostedRequests posted = new PostedRequests();
    Instant now = Instant.now();
    for (int i = 0; i < 2_000; i++) {
      posted.add(List.of(new Delivery(traffic.next().orElseThrow(), 202, "{}", now, now)));
    }
    traffic.endWaits(events);

    Set<Happening> reached = EnumSet.complementOf(EnumSet.of(Happening.TICKS));
    oracle().requireAll(reached);
    assertThat(posted.count()).isEqualTo(2_000);
    assertThat(log).hasSize((int) traffic.forged());
  }

  private String at(Instant acceptedAt, GenericRecord event) {
    return events.append(THREAD, acceptedAt, event);
  }

  private void byGateway(GenericRecord event) {
    GenericRecord fact = events.fact(THREAD, NEW_YEAR, event).build();
    ((GenericRecord) fact.get("envelope")).put("caller", "all");
    events.append(THREAD.pk(), fact);
  }

  private HistoryOracle oracle() {
    return HistoryOracle.of(log, avro);
  }

  private Map<String, Object> item(String sk) {
    return oracle().items().getOrDefault(List.of(THREAD.pk(), sk), Map.of());
  }

  private Map<String, Object> thread() {
    return item("THREAD#thread789");
  }

  private String append(ProducerRecord<byte[], byte[]> record) {
    ConsumerRecord<byte[], byte[]> stored =
        new ConsumerRecord<>(record.topic(), 0, log.size(), record.key(), record.value());
    record.headers().forEach(stored.headers()::add);
    log.add(new TopicRecord(stored));
    return log.get(log.size() - 1).place();
  }
}
