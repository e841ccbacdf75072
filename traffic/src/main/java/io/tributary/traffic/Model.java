package io.tributary.traffic;

import io.tributary.schemas.topic.Family;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * One family's model: the traffic of its senders, and an independent fold of its facts into the
 * items and records that must come of them. It knows the documents and the schemas, and no class of
 * gateway, processors or sink.
 */
public interface Model {

  /** The family. */
  Family family();

  /**
   * Traffic of one run.
   *
   * @param seed of all its chances
   * @param run text that all its ids contain, so that runs on one pipeline do not meet
   * @param clock time of the senders
   */
  Traffic traffic(long seed, String run, Credentials credentials, InstantSource clock);

  /**
   * Items that the tables must hold, by table and key, folded from the facts in their log; without
   * {@code rev}.
   */
  Map<String, Map<List<Object>, Map<String, Object>>> items(Contents contents);

  /**
   * Violations of the promises, a line each; empty when all of them hold. Compares facts with
   * deliveries (accepted means durable), records with the fold of the facts (once, in order),
   * tables with the fold (exact counters, no stale write), dead letters with the facts that the
   * documents refuse.
   */
  List<String> violations(Contents contents, Collection<Delivery> deliveries);

  /**
   * Counts of the noteworthy events that the facts show, such as repeats and refusals by code, so
   * that a run can tell whether it exercised them.
   */
  Map<String, Integer> tally(Contents contents);
}
