package io.tributary.traffic.history;

import static io.tributary.traffic.avro.Fields.inner;
import static io.tributary.traffic.avro.Fields.textOrNull;

import io.tributary.traffic.Contents;
import io.tributary.traffic.avro.PlainRecord;
import io.tributary.traffic.check.DeadLetters;
import io.tributary.traffic.check.Facts;
import io.tributary.traffic.check.Facts.Fact;
import io.tributary.traffic.check.KeyRules;
import io.tributary.traffic.check.Tally;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;

/** The family's facts, folded thread by thread. */
final class HistoryFold {

  final DeadLetters deadLetters = new DeadLetters();
  final Tally tally = new Tally();
  final Map<String, ThreadFold> threads = new HashMap<>();
  final List<Fact> facts;

  HistoryFold(Contents contents) {
    facts =
        Facts.read(
            contents, "history.events", "HistoryEvent", HistoryFold::impliedKey, deadLetters);
    for (Fact fact : facts) {
      threads
          .computeIfAbsent(
              fact.record().key(),
              any -> new ThreadFold(State.idsOf(PlainRecord.of(fact.value())), deadLetters, tally))
          .apply(fact);
    }
  }

  private static Optional<String> impliedKey(GenericRecord fact) {
    GenericRecord event = inner(fact, "event");
    Map<String, Object> ids = new HashMap<>();
    for (String name : List.of("org_id", "tenant_id", "user_id", "thread_id")) {
      String id = textOrNull(fact, name);
      if (id != null) {
        ids.put(name, id);
      }
    }
    boolean right = ids.values().stream().allMatch(id -> KeyRules.isId(id.toString()));
    String messageId = event.hasField("message_id") ? textOrNull(event, "message_id") : null;
    return right && (messageId == null || KeyRules.isId(messageId))
        ? Optional.of(State.pk(ids))
        : Optional.empty();
  }

  /** Items of the table by key. */
  Map<List<Object>, Map<String, Object>> items() {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>();
    for (ThreadFold thread : threads.values()) {
      thread.messageStates.values().forEach(states -> last(states).putMessage(items));
      if (!thread.threadStates.isEmpty()) {
        last(thread.threadStates).putThread(items);
      }
    }
    return items;
  }

  private static State last(List<State> states) {
    return states.get(states.size() - 1);
  }
}
