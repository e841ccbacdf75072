package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the table {@code history} must hold after the demonstration; what the pipeline's clock
 * decides lies between the two moments.
 */
record HistoryItems(Moments moments) {

  static final String TABLE = "history";

  private static final Duration LIFE = Duration.ofDays(365);
  private static final Duration TEMPORARY_LIFE = Duration.ofDays(1);

  private static final String GREENHOUSE =
      """
      {"SK": "THREAD#greenhouse", "SKTimestampThread": "THREAD#1795219262000#greenhouse",
       "org_id": "demo", "user_id": "ada", "origin": "web", "is_temporary": false,
       "title": "Basil and mint", "user_message_count": 2}
      """;
  private static final String PRIVATE =
      """
      {"SK": "THREAD#private", "SKTimestampThread": "THREAD#1795219301000#private",
       "org_id": "demo", "user_id": "ada", "origin": "app", "is_temporary": true,
       "user_message_count": 1}
      """;

  List<ExpectedItem> expected() {
    return Stream.concat(greenhouse().stream(), temporary().stream()).toList();
  }

  private List<ExpectedItem> greenhouse() {
    return List.of(
        thread("demo#north#ada#greenhouse", LIFE, GREENHOUSE),
        thread("demo#north#ada", LIFE, GREENHOUSE),
        message(
            LIFE,
            """
            {"PK": "demo#north#ada#greenhouse", "SK": "MSG#0000001795219200000#m-1",
             "SKMessage": "MSG#m-1", "thread_id": "greenhouse", "timestamp": 1795219200000,
             "message_id": "m-1", "role": "user",
             "content": "Isn't <b>40 %</b> too dry for basil & mint?"}
            """),
        judged(
            """
            {"PK": "demo#north#ada#greenhouse", "SK": "LLM#0000001795219203456#m-2",
             "SKMessage": "LLM#m-2", "thread_id": "greenhouse", "timestamp": 1795219203456,
             "message_id": "m-2", "role": "assistant", "verso": "down",
             "content": [{"type": "text", "text": "A little."},
                         {"type": "chart", "points": [40, 52.5]}],
             "stop_reason": "end_turn", "response_metadata": {"model": "demo", "cached": false},
             "sources": [{"title": "Herbs", "page": 7, "url": null}]}
            """),
        message(
            LIFE,
            """
            {"PK": "demo#north#ada#greenhouse", "SK": "MSG#0000001795219260000#m-3",
             "SKMessage": "MSG#m-3", "thread_id": "greenhouse", "timestamp": 1795219260000,
             "message_id": "m-3", "role": "user", "content": "And at night?"}
            """),
        judged(
            """
            {"PK": "demo#north#ada#greenhouse", "SK": "LLM#0000001795219262000#m-4",
             "SKMessage": "LLM#m-4", "thread_id": "greenhouse", "timestamp": 1795219262000,
             "message_id": "m-4", "role": "assistant", "content": "No.", "verso": "up",
             "feedback": "Short & right"}
            """));
  }

  private List<ExpectedItem> temporary() {
    return List.of(
        thread("demo#north#ada#private", TEMPORARY_LIFE, PRIVATE),
        thread("demo#north#ada", TEMPORARY_LIFE, PRIVATE),
        message(
            TEMPORARY_LIFE,
            """
            {"PK": "demo#north#ada#private", "SK": "MSG#0000001795219300000#m-1",
             "SKMessage": "MSG#m-1", "thread_id": "private", "timestamp": 1795219300000,
             "message_id": "m-1", "role": "user", "content": " off the record "}
            """),
        message(
            TEMPORARY_LIFE,
            """
            {"PK": "demo#north#ada#private", "SK": "LLM#0000001795219301000#m-1",
             "SKMessage": "LLM#m-1", "thread_id": "private", "timestamp": 1795219301000,
             "message_id": "m-1", "role": "assistant", "content": "As you like."}
            """));
  }

  /** A message that nothing happened to since it was accepted. */
  private ExpectedItem message(Duration life, String attributes) {
    return item(
        attributes,
        (item, found) -> {
          String created = created(found);
          item.put("updated_at", created).put("ExpiryTime", expiry(created, life));
        });
  }

  /** A message of the lasting thread that got feedback later. */
  private ExpectedItem judged(String attributes) {
    return item(
        attributes,
        (item, found) ->
            item.put("updated_at", updated(found)).put("ExpiryTime", expiry(created(found), LIFE)));
  }

  /** A thread's item, which lives from its last change. */
  private ExpectedItem thread(String pk, Duration life, String attributes) {
    return item(
        DemoClient.parsed(attributes).put("PK", pk).toString(),
        (item, found) -> {
          String updated = updated(found);
          item.put("updated_at", updated).put("ExpiryTime", expiry(updated, life));
        });
  }

  private ExpectedItem item(String attributes, Clocked clocked) {
    ObjectNode known = DemoClient.parsed(attributes);
    return new ExpectedItem(
        TABLE,
        Map.of("PK", known.path("PK").asText(), "SK", known.path("SK").asText()),
        found -> {
          ObjectNode item = known.deepCopy().put("created_at", created(found));
          clocked.add(item, found);
          return ExpectedItem.withRev(item, found);
        });
  }

  private String created(ObjectNode found) {
    return moments.nearestZoneless(found.path("created_at").asText());
  }

  private String updated(ObjectNode found) {
    return moments.nearestZoneless(found.path("updated_at").asText());
  }

  private static long expiry(String from, Duration life) {
    return Instant.parse(from + 'Z').plus(life).getEpochSecond();
  }

  /** Adds to an item what the pipeline's clock decides, given the item that was found. */
  @FunctionalInterface
  private interface Clocked {
    void add(ObjectNode item, ObjectNode found);
  }
}
