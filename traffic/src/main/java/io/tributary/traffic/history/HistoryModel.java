package io.tributary.traffic.history;

import io.tributary.schemas.topic.Family;
import io.tributary.traffic.Contents;
import io.tributary.traffic.Credentials;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.Model;
import io.tributary.traffic.Traffic;
import io.tributary.traffic.check.Items;
import io.tributary.traffic.check.KeyRules;
import io.tributary.traffic.check.Records;
import io.tributary.traffic.check.Violations;
import io.tributary.traffic.check.Waits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The model of the history family. */
public final class HistoryModel implements Model {

  private static final String TABLE = "history";

  /** Ten minutes, and what clocks may differ. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(15);

  @Override
  public Family family() {
    return Family.HISTORY;
  }

  @Override
  public Traffic traffic(long seed, String run, Credentials credentials, InstantSource clock) {
    return new HistoryTraffic(seed, run, credentials, clock);
  }

  @Override
  public Map<String, Map<List<Object>, Map<String, Object>>> items(Contents contents) {
    return Map.of(TABLE, new HistoryFold(contents).items());
  }

  @Override
  public List<String> violations(Contents contents, Collection<Delivery> deliveries) {
    Violations violations = new Violations();
    HistoryFold fold = new HistoryFold(contents);
    HistoryRequests.check(fold.facts, deliveries, violations);
    Map<List<Object>, Long> revs = checkRecords(contents, fold, violations);
    Items found = Items.read(contents, TABLE);
    found.compare(fold.items(), "ExpiryTime", contents, violations);
    found.compareRevs(revs, violations);
    Waits.check(contents, "history.waits", waits(fold), LONGEST_WAIT, violations);
    fold.deadLetters.check(contents, Family.HISTORY, violations);
    return violations.lines();
  }

  private static Map<List<Object>, Long> checkRecords(
      Contents contents, HistoryFold fold, Violations violations) {
    Map<String, List<State>> messages = new HashMap<>();
    Map<String, List<State>> threads = new HashMap<>();
    Map<String, List<State>> feedback = new HashMap<>();
    fold.threads.forEach(
        (key, thread) -> {
          messages.putAll(thread.messageStates);
          feedback.putAll(thread.feedbackStates);
          if (!thread.threadStates.isEmpty()) {
            threads.put(key, thread.threadStates);
          }
        });
    Map<List<Object>, Long> revs = new HashMap<>();
    Records<State> found = read(contents, "history.messages", "HistoryMessage", violations);
    violations.compare("history.messages", messages, found.states());
    putRevs(found, State::putMessage, revs);
    found = read(contents, "history.threads", "HistoryThread", violations);
    violations.compare("history.threads", threads, found.states());
    putRevs(found, State::putThread, revs);
    found = read(contents, "history.feedback", "HistoryFeedback", violations);
    violations.compare("history.feedback", feedback, found.states());
    return revs;
  }

  private static Records<State> read(
      Contents contents, String topic, String type, Violations violations) {
    return Records.read(contents, topic, type, State::of, violations);
  }

  /** Puts the items of a state. */
  private interface Putting {
    void put(State state, Map<List<Object>, Map<String, Object>> items);
  }

  private static void putRevs(Records<State> found, Putting putting, Map<List<Object>, Long> revs) {
    found
        .newest()
        .forEach(
            (key, state) -> {
              Map<List<Object>, Map<String, Object>> items = new HashMap<>();
              putting.put(state, items);
              items.keySet().forEach(item -> revs.put(item, found.revs().getOrDefault(key, 0L)));
            });
  }

  private static Map<String, Long> waits(HistoryFold fold) {
    Map<String, Long> waits = new HashMap<>();
    fold.threads.forEach(
        (key, thread) ->
            thread.waiting.forEach(
                wait ->
                    waits.put(key + '#' + KeyRules.padded(wait.record().offset(), 19), wait.at())));
    return waits;
  }

  @Override
  public Map<String, Integer> tally(Contents contents) {
    return new HistoryFold(contents).tally.counts();
  }
}
