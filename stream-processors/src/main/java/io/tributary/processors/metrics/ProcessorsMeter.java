package io.tributary.processors.metrics;

import io.tributary.runtime.metrics.Meter;

/** Meters of the processors. An aborted transaction counts twice here, never in a topic. */
public enum ProcessorsMeter implements Meter {
  THREADS(
      "tributary_processors_threads",
      Kind.GAUGE,
      "",
      "Threads that run; fewer than processors.threads while a failed one is replaced."),
  THREADS_WANTED(
      "tributary_processors_threads_wanted",
      Kind.GAUGE,
      "",
      "The value of processors.threads; alert while fewer threads run."),
  WAITING(
      "tributary_processors_waiting_seconds",
      Kind.GAUGE,
      "",
      "Time that partitions have waited for their group, a transaction or restored states."),
  RESTORING(
      "tributary_processors_restoring_states",
      Kind.GAUGE,
      "",
      "Partitions of states that are read back from Kafka."),
  RESTORED(
      "tributary_processors_restored_records",
      Kind.GAUGE,
      "",
      "Records of states that were read back from Kafka since the start."),
  LAG(
      "tributary_processors_lag",
      Kind.GAUGE,
      "topic",
      "Facts not fetched yet, transaction markers included. Sum over instances: the stage's lag."),
  LOG_GAPS(
      "tributary_processors_log_gaps",
      "topic",
      "Offsets of facts that were removed before they were processed: alert."),
  FOREIGN_COMMITS(
      "tributary_processors_foreign_commits",
      "topic",
      "Commits of other programs in the processors' group; their facts are read again: alert."),
  FACTS(
      "tributary_processors_facts",
      "topic",
      "Facts read. Each one is processed or becomes a dead letter."),
  DUPLICATES(
      "tributary_processors_duplicates",
      "topic",
      "Events dropped as repeats, by the topic of their destination."),
  DEAD_LETTERS(
      "tributary_processors_dead_letters",
      "topic code",
      "Facts that became dead letters, by topic of origin; every code starts at 0."),
  NEGATIVE_COUNTERS(
      "tributary_processors_negative_counters",
      "topic",
      "Counters below zero, which must never be: alert. The log names them."),
  EXPIRIES_UNMATCHED(
      "tributary_processors_expiries_unmatched",
      "topic",
      "Expiries of missing items, which change nothing."),
  OVERTAKEN(
      "tributary_processors_overtaken",
      "topic",
      "Channel messages without an entry: accepted before a clear, or over 30 days late.");

  @SuppressWarnings("ImmutableEnumChecker") // a record of texts
  private final Spec spec;

  ProcessorsMeter(String name, String tags, String meaning) {
    this(name, Kind.COUNTER, tags, meaning);
  }

  ProcessorsMeter(String name, Kind kind, String tags, String meaning) {
    this.spec = new Spec(name, kind, tags, meaning);
  }

  @Override
  public Spec spec() {
    return spec;
  }
}
