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
      "Threads that run; fewer than processors.threads while a failed one is replaced."),
  THREADS_WANTED(
      "tributary_processors_threads_wanted",
      Kind.GAUGE,
      List.of(),
      "The value of processors.threads; alert while fewer threads run."),
  LAG(
      "tributary_processors_lag",
      Kind.GAUGE,
      List.of("topic"),
      "Facts after the last fetched ones, transaction markers included, over"
          + " this instance's partitions. Sum over all instances: the stage's lag."),
  FACTS(
      "tributary_processors_facts",
      List.of("topic"),
      "Facts read. Each one is processed or becomes a dead letter."),
  DUPLICATES(
      "tributary_processors_duplicates",
      List.of("topic"),
      "Events dropped as repeats, by the topic of their destination."),
  DEAD_LETTERS(
      "tributary_processors_dead_letters",
      List.of("topic", "code"),
      "Facts that could not be processed, by topic of origin; 0 from the start"
          + " for every code."),
  NEGATIVE_COUNTERS(
      "tributary_processors_negative_counters",
      List.of("topic"),
      "Counters below zero, which must never be: alert. The log names them."),
  EXPIRIES_UNMATCHED(
      "tributary_processors_expiries_unmatched",
      List.of("topic"),
      "Expiries of missing items, which change nothing."),
  OVERTAKEN(
      "tributary_processors_overtaken",
      List.of("topic"),
      "Channel messages without an entry, by topic of origin: a clear of the"
          + " conversation was accepted later, or the conversation went on for 30"
          + " days.");

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
