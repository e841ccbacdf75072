package io.tributary.e2e.history;

import static io.tributary.harness.store.Fields.textOrNull;

import io.tributary.harness.process.Tally;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * One thread, folded from its facts in the order of their log, by the documents alone. Keeps every
 * state that was ever to be stored.
 */
final class ThreadFold {

  private static final long TEN_MINUTES = 600_000;

  /** A feedback whose message has not come, and where it stands. */
  private record Waiting(String place, long acceptedAt, GenericRecord feedback) {}

  /** The feedback that a message has from then on. */
  record Opinion(@Nullable String verso, @Nullable String feedback, long updatedAt) {

    static Opinion of(GenericRecord record) {
      return new Opinion(
          textOrNull(record, "verso"),
          textOrNull(record, "feedback"),
          (Long) record.get("updated_at"));
    }
  }

  private final ThreadId id;
  private final Tally<Happening> tally;

  private @Nullable StoredThread thread;
  private @Nullable Long newest;
  private final Map<String, StoredMessage> messages = new LinkedHashMap<>();
  private final List<Waiting> waiting = new ArrayList<>();

  private final List<StoredThread> threadStates = new ArrayList<>();
  private final Map<String, List<StoredMessage>> messageStates = new TreeMap<>();
  private final Map<String, List<Opinion>> opinions = new TreeMap<>();
  private final Set<String> lost = new TreeSet<>();

  ThreadFold(ThreadId id, Tally<Happening> tally) {
    this.id = id;
    this.tally = tally;
  }

  /** Takes in the next fact of the thread, which stands at that place. */
  void apply(String place, GenericRecord fact) {
    Moment moment = Moment.of(fact);
    endWaits(moment);
    GenericRecord event = (GenericRecord) fact.get("event");
    switch (event.getSchema().getName()) {
      case "PostedMessage" -> post(event, moment);
      case "ThreadDetails" -> change(event, moment);
      case "PostedFeedback" -> opine(place, event, moment);
      case "ClockTick" -> tally.add(Happening.TICKS);
      default -> throw new AssertionError("unknown event " + event);
    }
  }

  /** States of the thread, in order. */
  List<StoredThread> threadStates() {
    return threadStates;
  }

  /** States of each message by the key of its record, in order. */
  Map<String, List<StoredMessage>> messageStates() {
    return messageStates;
  }

  /** Changes of each message's feedback by the key of its record, in order. */
  Map<String, List<Opinion>> opinions() {
    return opinions;
  }

  /** Places of feedback that has waited in vain. */
  Set<String> lost() {
    return lost;
  }

  /** How many feedbacks still wait. */
  int waits() {
    return waiting.size();
  }

  /** What is there after all when its wait ends, for its life was prolonged, gets the feedback. */
  private void endWaits(Moment moment) {
    for (Waiting each : List.copyOf(waiting)) {
      if (moment.acceptedAt() - each.acceptedAt() <= TEN_MINUTES || meets(each)) {
        continue;
      }
      waiting.remove(each);
      lost.add(each.place());
      tally.add(Happening.WAITS_LOST);
    }
  }

  private void post(GenericRecord event, Moment moment) {
    String identity = identity(textOrNull(event, "role"), textOrNull(event, "message_id"));
    StoredMessage known = messages.get(identity);
    if (known != null && moment.isBefore(known.expiry())) {
      tally.add(Happening.REPEATS);
      meetWaits(known.messageId());
      return;
    }
    tally.add(known == null ? Happening.MESSAGES : Happening.MESSAGES_AGAIN);
    StoredThread before = living(moment);
    if (before == null) {
      before = begin((GenericRecord) event.get("thread"), moment);
    }
    long timestamp = (Long) event.get("timestamp");
    newest = newest == null ? timestamp : Math.max(newest, timestamp);
    StoredThread after =
        before.withMessage("USER".equals(textOrNull(event, "role")), newest, moment);
    store(after);
    StoredMessage message = StoredMessage.posted(id, event, moment, after.temporary());
    store(message);
    meetWaits(message.messageId());
  }

  private void meetWaits(String messageId) {
    for (Waiting each : List.copyOf(waiting)) {
      if (messageId.equals(textOrNull(each.feedback(), "message_id"))) {
        meets(each);
      }
    }
  }

  private boolean meets(Waiting wait) {
    String identity = target(wait.feedback(), wait.acceptedAt());
    if (identity == null) {
      return false;
    }
    waiting.remove(wait);
    tally.add(Happening.WAITS_MET);
    give(identity, wait.feedback(), wait.acceptedAt());
    return true;
  }

  private void change(GenericRecord details, Moment moment) {
    StoredThread before = living(moment);
    if (before == null) {
      store(begin(details, moment));
      return;
    }
    StoredThread after = before.changed(details, moment);
    if (after.equals(before)) {
      tally.add(Happening.NO_CHANGES);
      return;
    }
    tally.add(Happening.CHANGES);
    store(after);
    if (after.temporary() != before.temporary()) {
      tally.add(Happening.FLIPS);
      for (StoredMessage message : List.copyOf(messages.values())) {
        if (moment.isBefore(message.expiry())) {
          store(message.ending(after.expiry(), moment.acceptedAt()));
        }
      }
    }
  }

  private void opine(String place, GenericRecord feedback, Moment moment) {
    String identity = target(feedback, moment.acceptedAt());
    if (identity != null) {
      give(identity, feedback, moment.acceptedAt());
      return;
    }
    tally.add(Happening.WAITS);
    waiting.add(new Waiting(place, moment.acceptedAt(), feedback));
  }

  /** The message that feedback concerns which was accepted then, if there is one. */
  private @Nullable String target(GenericRecord feedback, long acceptedAt) {
    for (String role : List.of("ASSISTANT", "USER")) {
      String identity = identity(role, textOrNull(feedback, "message_id"));
      StoredMessage message = messages.get(identity);
      if (message != null && Moment.isBefore(message.expiry(), acceptedAt)) {
        return identity;
      }
    }
    return null;
  }

  private void give(String identity, GenericRecord feedback, long acceptedAt) {
    StoredMessage before = Objects.requireNonNull(messages.get(identity));
    GenericRecord comment = (GenericRecord) feedback.get("comment");
    String words = comment == null ? before.feedback() : textOrNull(comment, "text");
    String verso = textOrNull(feedback, "verso");
    if (Objects.equals(verso, before.verso()) && Objects.equals(words, before.feedback())) {
      tally.add(Happening.NO_FEEDBACK);
      return;
    }
    tally.add(Happening.FEEDBACK);
    StoredMessage after = before.with(verso, words, acceptedAt);
    store(after);
    opinions
        .computeIfAbsent(after.key(), any -> new ArrayList<>())
        .add(new Opinion(verso, words, after.updatedAt()));
  }

  /** The thread, unless its life has ended. */
  private @Nullable StoredThread living(Moment moment) {
    return thread != null && moment.isBefore(thread.expiry()) ? thread : null;
  }

  private StoredThread begin(@Nullable GenericRecord details, Moment moment) {
    tally.add(thread == null ? Happening.THREADS : Happening.THREADS_AGAIN);
    newest = null;
    return StoredThread.created(id, details, moment);
  }

  private void store(StoredThread state) {
    thread = state;
    threadStates.add(state);
  }

  private void store(StoredMessage state) {
    messages.put(identity(state.role(), state.messageId()), state);
    messageStates.computeIfAbsent(state.key(), any -> new ArrayList<>()).add(state);
  }

  private static String identity(@Nullable String role, @Nullable String messageId) {
    return role + " " + messageId;
  }
}
