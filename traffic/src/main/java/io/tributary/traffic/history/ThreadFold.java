package io.tributary.traffic.history;

import static io.tributary.traffic.avro.Fields.inner;
import static io.tributary.traffic.avro.Fields.innerOrNull;
import static io.tributary.traffic.avro.Fields.type;

import io.tributary.traffic.LogRecord;
import io.tributary.traffic.check.DeadLetters;
import io.tributary.traffic.check.Facts.Fact;
import io.tributary.traffic.check.Tally;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** One thread, folded from its facts in the order of their log, with every state on the way. */
final class ThreadFold {

  private static final long TEN_MINUTES = 600_000;
  private static final int MOST_WAITS = 1_000;
  private static final List<String> OF_A_MESSAGE =
      List.of(
          "message_id",
          "role",
          "timestamp",
          "content",
          "stop_reason",
          "response_metadata",
          "sources");
  private static final List<String> OF_A_FEEDBACK =
      List.of("message_id", "role", "timestamp", "verso", "feedback", "updated_at", "rev");

  /** Feedback whose message has not come. */
  record Waiting(LogRecord record, long at, GenericRecord feedback) {}

  private final Map<String, Object> ids;
  private final DeadLetters deadLetters;
  private final Tally tally;
  private final Map<String, State> messages = new LinkedHashMap<>();
  private @Nullable State thread;
  private @Nullable Long newest;

  /** Feedback that still waits. */
  final List<Waiting> waiting = new ArrayList<>();

  final List<State> threadStates = new ArrayList<>();

  /** States of each message and of its feedback, by the keys of their records. */
  final Map<String, List<State>> messageStates = new HashMap<>();

  final Map<String, List<State>> feedbackStates = new HashMap<>();

  ThreadFold(Map<String, Object> ids, DeadLetters deadLetters, Tally tally) {
    this.ids = ids;
    this.deadLetters = deadLetters;
    this.tally = tally;
  }

  /** Takes the next fact of the thread. */
  void apply(Fact fact) {
    Life life = Life.of(fact.value());
    endWaits(life);
    GenericRecord event = inner(fact.value(), "event");
    switch (type(event)) {
      case "PostedMessage" -> post(event, life);
      case "ThreadDetails" -> change(event, life);
      case "PostedFeedback" -> rate(fact.record(), event, life);
      default -> tally.add("ticks");
    }
  }

  /** A message whose life was prolonged meanwhile gets the feedback when its wait ends. */
  private void endWaits(Life life) {
    for (Waiting each : List.copyOf(waiting)) {
      if (life.at() - each.at() > TEN_MINUTES && !meets(each)) {
        waiting.remove(each);
        deadLetters.expect(each.record(), "MESSAGE_NOT_FOUND");
        tally.add("waits lost");
      }
    }
  }

  private void post(GenericRecord event, Life life) {
    State posted = State.of(event);
    String identity = identity(posted.get("role"), posted.get("message_id"));
    State known = messages.get(identity);
    if (known != null && known.livesAt(life.at())) {
      tally.add("messages repeated");
    } else {
      tally.add(known == null ? "messages" : "messages again");
      State in = join(posted, innerOrNull(event, "thread"), life);
      State message =
          State.within(ids, posted, OF_A_MESSAGE)
              .with("expiry_time", life.end(life.at(), in.isTemporary()))
              .with("created_at", life.at())
              .with("updated_at", life.at())
              .with("rev", firstRev(life, known));
      store(identity, message);
    }
    for (Waiting each : List.copyOf(waiting)) {
      if (Objects.equals(each.feedback().get("message_id"), posted.get("message_id"))) {
        meets(each);
      }
    }
  }

  /** The thread with one more message; it begins if there is none. */
  private State join(State posted, @Nullable GenericRecord details, Life life) {
    State living = living(life);
    State before = living == null ? begun(details, life) : living;
    newest = Math.max(newest == null ? 0 : newest, posted.whole("timestamp"));
    State after =
        before
            .with("last_activity_at", newest)
            .with(
                "user_message_count",
                before.whole("user_message_count") + ("USER".equals(posted.get("role")) ? 1 : 0))
            .with("expiry_time", prolonged(before, life));
    return store(living == null ? after : after.changedAt(life.at()));
  }

  private State begun(@Nullable GenericRecord details, Life life) {
    tally.add(thread == null ? "threads" : "threads again");
    newest = null;
    State begun =
        State.within(
            ids,
            details == null ? new State(Map.of()) : State.of(details),
            List.of("title", "origin", "is_temporary"));
    return begun
        .with("is_temporary", begun.isTemporary())
        .with("last_activity_at", life.at())
        .with("user_message_count", 0L)
        .with("expiry_time", life.end(life.at(), begun.isTemporary()))
        .with("created_at", life.at())
        .with("updated_at", life.at())
        .with("rev", firstRev(life, thread));
  }

  private void change(GenericRecord details, Life life) {
    State before = living(life);
    if (before == null) {
      store(begun(details, life));
      return;
    }
    Map<String, Object> fields = new HashMap<>(before.fields());
    fields.putAll(State.of(details).fields());
    State named = new State(fields);
    if (named.equals(before)) {
      tally.add("changes of nothing");
      return;
    }
    tally.add("changes");
    State after = named.changedAt(life.at());
    if (named.isTemporary() == before.isTemporary()) {
      store(after.with("expiry_time", prolonged(before, life)));
      return;
    }
    tally.add("flips");
    long end = life.end(after.whole("updated_at"), after.isTemporary());
    store(after.with("expiry_time", end));
    new LinkedHashMap<>(messages)
        .forEach(
            (identity, message) -> {
              if (message.livesAt(life.at())) {
                store(identity, message.with("expiry_time", end).changedAt(life.at()));
              }
            });
  }

  private void rate(LogRecord record, GenericRecord feedback, Life life) {
    String target = target(feedback, life.at());
    if (target != null) {
      give(target, feedback, life.at());
    } else if (waiting.size() >= MOST_WAITS) {
      deadLetters.expect(record, "LIMIT_EXCEEDED");
    } else {
      tally.add("waits");
      waiting.add(new Waiting(record, life.at(), feedback));
    }
  }

  private boolean meets(Waiting wait) {
    String target = target(wait.feedback(), wait.at());
    if (target == null) {
      return false;
    }
    waiting.remove(wait);
    tally.add("waits met");
    give(target, wait.feedback(), wait.at());
    return true;
  }

  /** The message that feedback of that time concerns: the assistant's, else the user's. */
  private @Nullable String target(GenericRecord feedback, long at) {
    for (String role : List.of("ASSISTANT", "USER")) {
      String identity = identity(role, feedback.get("message_id"));
      State message = messages.get(identity);
      if (message != null && message.livesAt(at)) {
        return identity;
      }
    }
    return null;
  }

  private void give(String identity, GenericRecord feedback, long at) {
    State before = Objects.requireNonNull(messages.get(identity));
    Object verso = feedback.get("verso");
    GenericRecord comment = innerOrNull(feedback, "comment");
    State rated = before.with("verso", verso == null ? null : verso.toString());
    rated = comment == null ? rated : rated.with("feedback", comment.get("text"));
    if (rated.equals(before)) {
      tally.add("feedback of nothing");
      return;
    }
    tally.add("feedback");
    State after = rated.changedAt(at);
    store(identity, after);
    feedbackStates
        .computeIfAbsent(after.messageKey(), any -> new ArrayList<>())
        .add(State.within(ids, after, OF_A_FEEDBACK));
  }

  private @Nullable State living(Life life) {
    return thread != null && thread.livesAt(life.at()) ? thread : null;
  }

  /** Activity never shortens a life. */
  private static long prolonged(State before, Life life) {
    return Math.max(before.whole("expiry_time"), life.end(life.at(), before.isTemporary()));
  }

  private static long firstRev(Life life, @Nullable State before) {
    return Math.max(life.firstRev(), before == null ? 0 : before.whole("rev") + 1);
  }

  private State store(State state) {
    thread = state;
    threadStates.add(state);
    return state;
  }

  private void store(String identity, State state) {
    messages.put(identity, state);
    messageStates.computeIfAbsent(state.messageKey(), any -> new ArrayList<>()).add(state);
  }

  private static String identity(@Nullable Object role, @Nullable Object messageId) {
    return role + " " + messageId;
  }
}
