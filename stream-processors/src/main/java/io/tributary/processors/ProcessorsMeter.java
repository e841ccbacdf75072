package io.tributary.processors;

import io.tributary.runtime.metrics.Meter;
import java.util.List;

/**
 * Meters of the processors. A transaction that is aborted and done again counts twice here, never
 * in a topic.
 */
public enum ProcessorsMeter implements Meter {
  THREADS(
      "tributary_processors_threads",
      Kind.GAUGE,
      List.of(),
      "Threads that process, or get ready to; below processors.threads while one that died is"
          + " replaced."),
  THREADS_WANTED(
      "tributary_processors_threads_wanted",
      Kind.GAUGE,
      List.of(),
      "What processors.threads says; an alarm while there are fewer threads."),
  LAG(
      "tributary_processors_lag",
      Kind.GAUGE,
      List.of("topic"),
      "Facts that follow those which this instance fetched last, over its partitions of the topic."
          + " Markers of transactions count too. The sum over all instances is the lag of the stage."),
  FACTS(
      "tributary_processors_facts",
      List.of("topic"),
      "Facts read. Each one goes on to its step or is a dead letter."),
  DUPLICATES(
      "tributary_processors_duplicates",
      List.of("topic"),
      "Events dropped because they had been seen before, by the topic that they would have gone to."),
  DEAD_LETTERS(
      "tributary_processors_dead_letters",
      List.of("topic", "code"),
      "Facts that could not be processed, by the topic that they came from; from 0 on for every code"
          + " of processing."),
  NEGATIVE_COUNTERS(
      "tributary_processors_negative_counters",
      List.of("topic"),
      "Counters that fell below zero, which none may: an alarm. The log names them."),
  EXPIRIES_UNMATCHED(
      "tributary_processors_expiries_unmatched",
      List.of("topic"),
      "Expiries of what was not there any more, which changed nothing."),
  OVERTAKEN(
      "tributary_processors_overtaken",
      List.of("topic"),
      "Messages of channels that made no entry, because a clear of their conversation was accepted"
          + " after them or it has gone on for 30 days, by the topic that they came from.");

  private final String meter;

  @SuppressWarnings("ImmutableEnumChecker") // a copy that nobody can change
  private final List<String> tags;

  private final String meaning;
  private final Kind kind;

  ProcessorsMeter(String meter, List<String> tags, String meaning) {
    this(meter, Kind.COUNTER, tags, meaning);
  }

  ProcessorsMeter(String meter, Kind kind, List<String> tags, String meaning) {
    this.meter = meter;
    this.kind = kind;
    this.tags = List.copyOf(tags);
    this.meaning = meaning;
  }

  @Override
  public String meter() {
    return meter;
  }

  @Override
  public Kind kind() {
    return kind;
  }

  @Override
  public List<String> tags() {
    return tags;
  }

  @Override
  public String meaning() {
    return meaning;
  }
}
