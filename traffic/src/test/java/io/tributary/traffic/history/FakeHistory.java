package io.tributary.traffic.history;

import io.tributary.traffic.Request;
import io.tributary.traffic.check.KeyRules;
import io.tributary.traffic.fake.AvroByName;
import io.tributary.traffic.fake.FakeRun;
import io.tributary.traffic.json.JsonText;
import io.tributary.traffic.json.PlainJson;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Facts of the family's requests, and the records and items that the model expects of them. */
final class FakeHistory {

  private FakeHistory() {}

  /** A run after all is drained. */
  static FakeRun run(HistoryModel model, long seed) {
    FakeRun run = new FakeRun(model, seed, 100, FakeHistory::handle);
    HistoryFold fold = new HistoryFold(run.contents);
    Map<List<Object>, Long> revs = new HashMap<>();
    fold.threads.forEach(
        (key, thread) -> {
          thread.threadStates.forEach(
              state -> {
                append(run, "history.threads", key, "HistoryThread", state);
                put(revs, state, State::putThread);
              });
          thread.messageStates.forEach(
              (message, states) ->
                  states.forEach(
                      state -> {
                        append(run, "history.messages", message, "HistoryMessage", state);
                        put(revs, state, State::putMessage);
                      }));
          thread.feedbackStates.forEach(
              (message, states) ->
                  states.forEach(
                      state ->
                          append(run, "history.feedback", message, "HistoryFeedback", state)));
          thread.waiting.forEach(wait -> await(run, key, wait));
        });
    fold.deadLetters
        .codes()
        .forEach(
            (place, code) ->
                run.contents.topic("history.events").stream()
                    .filter(fact -> fact.place().equals(place))
                    .forEach(fact -> run.bury("history.dead-letters", fact, code, "process")));
    fold.items().forEach((key, item) -> run.put("history", key, item, revs));
    return run;
  }

  private interface Putting {
    void put(State state, Map<List<Object>, Map<String, Object>> items);
  }

  private static void put(Map<List<Object>, Long> revs, State state, Putting putting) {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>();
    putting.put(state, items);
    items.keySet().forEach(key -> revs.put(key, state.whole("rev")));
  }

  private static void append(FakeRun run, String topic, String key, String type, State state) {
    run.append(topic, key, AvroByName.of(type, state.fields()));
  }

  private static void await(FakeRun run, String threadKey, ThreadFold.Waiting wait) {
    Map<String, Object> waiting = new HashMap<>();
    waiting.put("topic", wait.record().topic());
    waiting.put("partition", wait.record().partition());
    waiting.put("offset", wait.record().offset());
    waiting.put("awaited", String.valueOf(wait.feedback().get("message_id")));
    waiting.put("accepted_at", wait.at());
    waiting.put("key", threadKey);
    waiting.put("value", wait.record().value());
    waiting.put("headers", List.of());
    run.append(
        "history.waits",
        threadKey + '#' + KeyRules.padded(wait.record().offset(), 19),
        AvroByName.of("WaitingFact", waiting));
  }

  private static String handle(FakeRun run, Request request) {
    Map<String, Object> body = PlainJson.object(request.body());
    Map<String, Object> fact = new HashMap<>(State.idsOf(body));
    Map<String, Object> event = new HashMap<>(body);
    String type =
        switch (request.path()) {
          case HistoryRequests.MESSAGES -> "history.PostedMessage";
          case HistoryRequests.THREADS -> "ThreadDetails";
          default -> "PostedFeedback";
        };
    if (type.equals("history.PostedMessage")) {
      event.putIfAbsent("timestamp", run.now().toEpochMilli());
    }
    if (type.equals("PostedFeedback") && body.containsKey("feedback")) {
      event.put("comment", Map.of("text", body.get("feedback")));
    }
    fact.put("envelope", run.envelope(request));
    fact.put("life_seconds", 31_536_000L);
    fact.put("temporary_life_seconds", 86_400L);
    fact.put("event", AvroByName.of(type, event));
    run.append("history.events", State.pk(fact), AvroByName.of("HistoryEvent", fact), request);
    String name = type.equals("ThreadDetails") ? "thread_id" : "message_id";
    return new JsonText().text(name, String.valueOf(body.get(name))).toString();
  }

  /** A time long after any wait has begun. */
  static Instant later(FakeRun run) {
    return run.now().plusSeconds(3_600);
  }
}
