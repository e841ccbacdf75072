package io.tributary.e2e.history;

import static io.tributary.e2e.history.HistoryItems.json;
import static io.tributary.e2e.history.HistoryItems.number;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.TopicRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Messages and threads, from request or fact to item. */
@OnSharedPipeline
final class HistoryJourneyIT {

  /** In seconds: what was accepted long ago must not have expired while tests run. */
  private static final long THIRTY_YEARS = 946_080_000;

  private static final String SEEDS_MESSAGE =
      """
      {
        "PK": "org123#tenantA#user456#thread789",
        "SK": "MSG#0000001234567890123#msg_abc123",
        "SKMessage": "MSG#msg_abc123",
        "ExpiryTime": 2711450096,
        "thread_id": "thread789",
        "message_id": "msg_abc123",
        "timestamp": 1234567890123,
        "content": "Here's an example with an apostrophe",
        "verso": "up",
        "feedback": "Helpful answer",
        "role": "user",
        "created_at": "2025-12-10T12:34:56",
        "updated_at": "2025-12-10T12:34:56"
      }
      """;

  private static final String SEEDS_THREAD =
      """
      {
        "PK": "%s",
        "SK": "THREAD#thread789",
        "SKTimestampThread": "THREAD#1234567890123#thread789",
        "ExpiryTime": 2711450096,
        "org_id": "org123",
        "user_id": "user456",
        "is_temporary": false,
        "created_at": "2025-12-10T12:34:56",
        "updated_at": "2025-12-10T12:34:56",
        "user_message_count": 1
      }
      """;

  private static final String ANSWER =
      """
      {"PK":"org123#tenantA#user457#thread789",
       "SK":"LLM#0000001767225601456#msg_def456",
       "SKMessage":"LLM#msg_def456","thread_id":"thread789","message_id":"msg_def456",
       "timestamp":1767225601456,"role":"assistant",
       "content":[{"type":"text","text":"Answer"}],"stop_reason":"end_turn",
       "response_metadata":{"model":"m1"},
       "sources":[{"title":"Doc","url":"https://example.com"}],
       "verso":"up","feedback":"Helpful answer","ExpiryTime":2713305601,
       "created_at":"2026-01-01T00:00:01","updated_at":"2026-01-01T00:01:00"}
      """;

  private static final String QUESTION =
      """
      {"PK":"org123#tenantA#user457#thread789",
       "SK":"MSG#0000001767225600123#msg_abc123",
       "SKMessage":"MSG#msg_abc123","thread_id":"thread789","message_id":"msg_abc123",
       "timestamp":1767225600123,"role":"user","content":"Here's an apostrophe",
       "ExpiryTime":2713305600,
       "created_at":"2026-01-01T00:00:00","updated_at":"2026-01-01T00:00:00"}
      """;

  private static final String CONVERSATION =
      """
      {"SKTimestampThread":"THREAD#1767225601456#thread789","org_id":"org123",
       "user_id":"user457","origin":"web","is_temporary":false,"title":"Apostrophes",
       "user_message_count":1,"ExpiryTime":2713305601,
       "created_at":"2026-01-01T00:00:00","updated_at":"2026-01-01T00:00:01"}
      """;

  private final Bench bench;
  private final HistoryApi api;
  private final AvroFiles avro = new AvroFiles();
  private final HistoryEvents events;
  private final HistoryItems items;

  HistoryJourneyIT(Bench bench) {
    this.bench = bench;
    this.api = new HistoryApi(bench.http(), bench.pipeline().http());
    this.events = new HistoryEvents(bench.topics(), avro);
    this.items = new HistoryItems(bench.tables());
  }

  @Test
  void shouldStoreTheSeedsExampleFieldByField() {
    ThreadId thread = new ThreadId("org123", "tenantA", "user456", "thread789");
    Instant accepted = Instant.parse("2025-12-10T12:34:56Z");
    HistoryEvents events = this.events.living(THIRTY_YEARS);
    events.append(
        thread,
        accepted,
        events.user("msg_abc123", 1234567890123L, "Here's an example with an apostrophe"));
    events.append(
        thread, accepted.plusMillis(900), events.feedback("msg_abc123", "up", "Helpful answer"));
    bench.pipeline().awaitDrained();

    assertThat(items.item("org123#tenantA#user456#thread789", "MSG#0000001234567890123#msg_abc123"))
        .hasValue(json(SEEDS_MESSAGE));
    assertThat(items.item("org123#tenantA#user456#thread789", "THREAD#thread789"))
        .hasValue(json(SEEDS_THREAD.formatted("org123#tenantA#user456#thread789")));
    assertThat(items.item("org123#tenantA#user456", "THREAD#thread789"))
        .hasValue(json(SEEDS_THREAD.formatted("org123#tenantA#user456")));
  }

  @Test
  void shouldStoreAConversationWithAStructuredAnswer() {
    ThreadId thread = ThreadId.of("user457", "thread789");
    converse(thread);
    bench.pipeline().awaitDrained();

    assertThat(items.messages(thread)).containsExactly(json(ANSWER), json(QUESTION));
    assertThat(items.thread(thread)).hasValue(json(CONVERSATION));
  }

  private void converse(ThreadId thread) {
    HistoryEvents events = this.events.living(THIRTY_YEARS);
    events.append(
        thread,
        Instant.parse("2026-01-01T00:00:00.123Z"),
        events
            .message("user", "msg_abc123", 1767225600123L, "Here's an apostrophe")
            .set("thread", events.details("Apostrophes", "web", false))
            .build());
    events.append(
        thread,
        Instant.parse("2026-01-01T00:00:01.456Z"),
        events
            .message("assistant", "msg_def456", 1767225601456L, null)
            .set("content_json", "[{\"type\":\"text\",\"text\":\"Answer\"}]")
            .set("stop_reason", "end_turn")
            .set("response_metadata_json", "{\"model\":\"m1\"}")
            .set("sources_json", "[{\"title\":\"Doc\",\"url\":\"https://example.com\"}]")
            .build());
    events.append(
        thread,
        Instant.parse("2026-01-01T00:01:00Z"),
        events.feedback("msg_def456", "up", "Helpful answer"));
  }

  @Test
  void shouldLetARepeatHaveNoEffectAtAll() throws Exception {
    ThreadId thread = ThreadId.of("repeating", "t");
    api.message(thread, HistorySamples.user("m", 1767225600123L, "the first"));
    bench.pipeline().awaitDrained();
    Map<String, Object> message = only(items.messages(thread));
    Map<String, Object> asThread = items.thread(thread).orElseThrow();

    api.message(thread, HistorySamples.user("m", 1767225600123L, "the first"));
    api.message(thread, HistorySamples.user("m", 1767225600124L, "another time and text"));
    api.message(
        thread,
        HistorySamples.user("m", 1767225600125L, "says more")
            + ",\"stop_reason\":\"x\",\"thread\":{\"title\":\"late\",\"is_temporary\":true}");
    events.append(
        thread,
        Instant.now().plusSeconds(2_592_000),
        events.user("m", 1767225600126L, "a month later"));
    bench.pipeline().awaitDrained();

    assertThat(message)
        .containsEntry("SK", "MSG#0000001767225600123#m")
        .containsEntry("content", "the first");
    assertThat(items.messages(thread)).containsExactly(message);
    assertThat(items.thread(thread)).hasValue(asThread);
    assertThat(asThread).containsAllEntriesOf(json("{\"user_message_count\":1}"));
    assertThat(recordsOf("history.events", thread)).hasSize(5);
    assertThat(recordsOf("history.messages", thread)).hasSize(1);
    assertThat(recordsOf("history.threads", thread)).hasSize(1);
    System.out.println("history-repeats: sent=5 messages=1 records=1 threads=1");
  }

  @Test
  void shouldStampMissingMembers() throws Exception {
    ThreadId thread = new ThreadId("plain-org", null, "user", "thread");
    long before = Instant.now().getEpochSecond();
    api.message(thread, "\"message_id\":\"m\",\"role\":\"user\",\"content\":\"now\"");
    api.message(thread, HistorySamples.assistant("a", 1767225600456L, "earlier by its own clock"));
    bench.pipeline().awaitDrained();
    long after = Instant.now().getEpochSecond();

    Map<String, Object> now = items.messages(thread).get(1);
    long timestamp = number(now, "timestamp");
    long second = Instant.parse(now.get("created_at") + "Z").getEpochSecond();
    assertThat(second).isBetween(before, after);
    assertThat(timestamp / 1000).isEqualTo(second);
    assertThat(now)
        .isEqualTo(
            json(
                """
                {"PK":"plain-org#user#thread","SK":"MSG#000000%1$d#m","SKMessage":"MSG#m",
                 "thread_id":"thread","message_id":"m","timestamp":%1$d,"role":"user",
                 "content":"now","ExpiryTime":%2$d,"created_at":"%3$s","updated_at":"%3$s"}
                """
                    .formatted(timestamp, second + 31_536_000, now.get("created_at"))));
    assertThat(items.thread(thread).orElseThrow())
        .containsAllEntriesOf(
            json(
                """
                {"SKTimestampThread":"THREAD#%d#thread","org_id":"plain-org","user_id":"user",
                 "is_temporary":false,"user_message_count":1,"created_at":"%s"}
                """
                    .formatted(timestamp, now.get("created_at"))))
        .doesNotContainKeys("title", "origin", "tenant_id", "thread_id");
  }

  @Test
  void shouldNameAThreadThroughItsRoute() throws Exception {
    ThreadId thread = ThreadId.of("named-by-http", "t");
    api.message(
        thread,
        HistorySamples.user("m", 1767225600123L, "hello")
            + ",\"thread\":{\"title\":\"By its message\",\"origin\":\"app\",\"is_temporary\":true}");
    bench.pipeline().awaitDrained();

    assertThat(items.thread(thread).orElseThrow())
        .containsAllEntriesOf(
            json("{\"title\":\"By its message\",\"origin\":\"app\",\"is_temporary\":true}"));

    api.thread(thread, "\"title\":\"Don't &amp; \uD83D\uDE80\",\"origin\":null");
    bench.pipeline().awaitDrained();

    assertThat(items.thread(thread).orElseThrow())
        .containsAllEntriesOf(
            json(
                """
                {"title":"Don't &amp; \uD83D\uDE80","origin":"app","is_temporary":true,
                 "SKTimestampThread":"THREAD#1767225600123#t","user_message_count":1}
                """));
  }

  /** What a topic holds of a thread and its messages. */
  private List<TopicRecord> recordsOf(String topic, ThreadId thread) {
    return bench.topics().read(topic).stream()
        .filter(record -> (record.key() + "#").startsWith(thread.pk() + "#"))
        .toList();
  }

  private static <T> T only(List<T> list) {
    assertThat(list).hasSize(1);
    return list.get(0);
  }
}
