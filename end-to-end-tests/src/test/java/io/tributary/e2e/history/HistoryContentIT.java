package io.tributary.e2e.history;

import static io.tributary.e2e.history.HistoryItems.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.PlainItem;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Content is stored as it was sent, whatever it is. */
@OnSharedPipeline
final class HistoryContentIT {

  /** Each is what a request says and what the item must hold. */
  private static final List<String> CONTENTS =
      List.of(
          "\"Here's &#x27;an&#x27; &lt;b&gt;example&lt;/b&gt; <b>\\\"bold\\\"</b> &amp;amp;\"",
          "\"\"",
          "\" \\t leading and trailing \\r\\n\"",
          "\"a\\u0000b\\u001f\\u007f\\u2028\\ufeff\\uffff\"",
          "\"\uD83D\uDC69\u200D\uD83D\uDE80 \\ud83d\\ude80 e\u0301 \u00e9 \u202e\"",
          "\"{\\\"not\\\":\\\"parsed\\\"}\"",
          "[]",
          "{}",
          "[[],{},\"\",null]",
          "[\"a text\",{\"type\":\"text\",\"text\":\"it's &#x27;raw&#x27; \uD83D\uDE80\"},7,true]",
          "[null,{\"a\":null,\"b\":false,\"PK\":\"hostile\",\"rev\":1}]",
          "{\"type\":\"tool_use\",\"input\":{\"q\":[1,2.50,-0.0,1e3]}}",
          "[12345678901234567890123456789012345678,-0.12345678901234567890123456789012345678]",
          "[1E+125,1e-130,-9.9999999999999999999999999999999999999E+125,0]",
          "[0.1,9007199254740993,1.00]",
          "{\"" + "n".repeat(50_000) + "\":1}",
          nested(31, "\"deep\""),
          "{\"ключ \uD83D\uDD11\":\"значение\"}");

  private static final List<String> IDS =
      List.of(
          "MSG",
          "LLM",
          " ",
          "~",
          "0000001767225600123",
          "THREAD",
          "a/b",
          "a:b",
          "%23",
          "'--",
          "${PK}",
          "..",
          "x".repeat(128));

  private final Bench bench;
  private final HistoryApi api;
  private final HistoryItems items;

  HistoryContentIT(Bench bench) {
    this.bench = bench;
    this.api = new HistoryApi(bench.http(), bench.pipeline().http());
    this.items = new HistoryItems(bench.tables());
  }

  @Test
  void shouldStoreContentAsItWasSent() throws Exception {
    ThreadId thread = ThreadId.of("content", "t");
    for (int i = 0; i < CONTENTS.size(); i++) {
      api.message(
          thread, HistorySamples.message("user", "m" + i, 1767225600100L + i, CONTENTS.get(i)));
    }
    bench.pipeline().awaitDrained();

    List<Map<String, Object>> stored = items.messages(thread);
    assertThat(stored).hasSize(CONTENTS.size());
    for (int i = 0; i < CONTENTS.size(); i++) {
      Object expected = Objects.requireNonNull(json("{\"it\":" + CONTENTS.get(i) + "}").get("it"));
      assertThat(stored.get(i).get("content")).as(CONTENTS.get(i)).isEqualTo(expected);
    }
    System.out.println("history-content: sent=" + CONTENTS.size() + " equal=" + stored.size());
  }

  @Test
  void shouldStoreWhatAnAssistantAdds() throws Exception {
    ThreadId thread = ThreadId.of("content", "added");
    api.message(
        thread,
        HistorySamples.assistant("m", 1767225600100L, "answer")
            + """
            ,"stop_reason":"it's &#x27;max_tokens&#x27;",
            "response_metadata":{"model":"m1","usage":{"input":12,"ratio":0.50},"none":null},
            "sources":[{"title":"Doc <1>","url":"https://example.com/?a=1&b=2","score":0.875},"s"]
            """);
    api.message(
        thread,
        HistorySamples.assistant("nulls", 1767225600101L, "answer")
            + ",\"stop_reason\":null,\"response_metadata\":null,\"sources\":null,\"thread\":null");
    bench.pipeline().awaitDrained();

    List<Map<String, Object>> stored = items.messages(thread);
    assertThat(stored.get(0))
        .containsAllEntriesOf(
            json(
                """
                {"stop_reason":"it's &#x27;max_tokens&#x27;",
                 "response_metadata":{"model":"m1","usage":{"input":12,"ratio":0.5},"none":null},
                 "sources":[{"title":"Doc <1>","url":"https://example.com/?a=1&b=2","score":0.875},
                            "s"]}
                """));
    assertThat(stored.get(1).keySet())
        .containsExactlyInAnyOrder(
            "PK",
            "SK",
            "SKMessage",
            "ExpiryTime",
            "thread_id",
            "message_id",
            "timestamp",
            "content",
            "role",
            "created_at",
            "updated_at");
  }

  @Test
  void shouldKeepHostileIdsApart() throws Exception {
    for (String id : IDS) {
      api.message(
          new ThreadId(id, null, id, id), HistorySamples.user(id, 1767225600123L, "of " + id));
    }
    bench.pipeline().awaitDrained();

    for (String id : IDS) {
      ThreadId thread = new ThreadId(id, null, id, id);
      assertThat(items.messages(thread))
          .extracting(item -> item.get("SK") + " " + item.get("content"))
          .containsExactly("MSG#0000001767225600123#" + id + " of " + id);
      assertThat(items.thread(thread).orElseThrow())
          .containsEntry("user_message_count", PlainItem.number(1));
    }
    Answer escaped =
        api.post(
            HistoryApi.MESSAGES,
            HistorySamples.request(
                ThreadId.of("content", "quoted"),
                HistorySamples.user("a\\\"b\\\\c", 1767225600123L, "quoted")));
    assertThat(escaped.status()).as(escaped.body()).isEqualTo(202);
    assertThat(escaped.json().get("message_id").asText()).isEqualTo("a\"b\\c");
    bench.pipeline().awaitDrained();
    assertThat(items.messages(ThreadId.of("content", "quoted")))
        .extracting(item -> item.get("SKMessage"))
        .containsExactly("MSG#a\"b\\c");
  }

  private static String nested(int depth, String inner) {
    return IntStream.range(0, depth)
        .boxed()
        .reduce(
            inner,
            (text, i) -> i % 2 == 0 ? "[" + text + "]" : "{\"a\":" + text + "}",
            (a, b) -> b);
  }
}
