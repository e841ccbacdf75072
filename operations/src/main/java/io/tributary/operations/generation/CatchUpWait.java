package io.tributary.operations.generation;

import io.tributary.operations.OperationException;
import io.tributary.operations.Progress;
import io.tributary.operations.drain.DrainCheck;
import io.tributary.operations.drain.DrainStage;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.lifecycle.HealthReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a generation has finished all facts that the live one has now, and then their
 * records.
 *
 * @param live number of the live generation
 */
public record CatchUpWait(
    Cluster cluster, int live, NextGenerationRun shadow, Progress.Reporter reporter) {

  private static final Logger log = LoggerFactory.getLogger(CatchUpWait.class);
  private static final long PAUSE_MILLIS = 500;

  /** Returns when both stages have caught up. */
  public void await() throws InterruptedException {
    try (DrainCheck check = new DrainCheck(cluster, List.of())) {
      await(check, "processors");
      await(check, "sink");
    }
  }

  /** Runs until interrupted, or until the generation is live. */
  public void follow() throws InterruptedException {
    while (true) {
      requireFollowing();
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  private void requireFollowing() {
    if (!shadow.follows()) {
      throw OperationException.failed("the generation is live; others do its work");
    }
  }

  /** Count of facts left to the generation of the cluster, which reads none before the live one. */
  static long factsLeft(Cluster cluster, int live) throws InterruptedException {
    return left(cluster, live, "processors");
  }

  /** Count of records left to its sink. */
  static long recordsLeft(Cluster cluster, int live) throws InterruptedException {
    return left(cluster, live, "sink");
  }

  private static long left(Cluster cluster, int live, String stage) throws InterruptedException {
    try (DrainCheck check = new DrainCheck(cluster, List.of())) {
      return left(check, goals(cluster, live, check, stage));
    }
  }

  private record Goal(DrainStage.Consuming stage, Map<TopicPartition, Long> ends) {}

  private static List<Goal> goals(Cluster cluster, int live, DrainCheck check, String name)
      throws InterruptedException {
    List<Goal> goals = new ArrayList<>();
    for (DrainStage stage : DrainStage.inFlowOrder(cluster.clients(), Map::of)) {
      if (stage instanceof DrainStage.Consuming consuming && stage.name().equals(name)) {
        goals.add(new Goal(consuming, ends(cluster, live, check, consuming)));
      }
    }
    return goals;
  }

  private static Map<TopicPartition, Long> ends(
      Cluster cluster, int live, DrainCheck check, DrainStage.Consuming stage)
      throws InterruptedException {
    Map<TopicPartition, Long> ends = new HashMap<>(check.ends(stage));
    String processors = cluster.clients().group("processors");
    String leader = cluster.clients().group("processors", live);
    if (stage.group().equals(processors) && !leader.equals(processors)) {
      Map<TopicPartition, Long> done = cluster.queries().committed(leader);
      ends.replaceAll((place, end) -> Math.min(end, done.getOrDefault(place, 0L)));
    }
    return ends;
  }

  private void await(DrainCheck check, String name) throws InterruptedException {
    List<Goal> goals = goals(cluster, live, check, name);
    long total = left(check, goals);
    String said = "";
    String work = "generation " + cluster.clients().topics().generation() + ' ' + name;
    try (Progress progress = reporter.begin(work, "offsets", total)) {
      for (long left = total; left > 0; left = left(check, goals)) {
        progress.at(Math.max(0, total - left));
        String trouble =
            String.join("; ", shadow.unreadyReasons().stream().map(HealthReason::message).toList());
        if (!trouble.isEmpty() && !trouble.equals(said)) {
          log.info("{}", trouble);
        }
        said = trouble;
        requireFollowing();
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
      progress.at(total);
    }
  }

  private static long left(DrainCheck check, List<Goal> goals) throws InterruptedException {
    long left = 0;
    for (Goal goal : goals) {
      left += check.left(goal.stage(), goal.ends());
    }
    return left;
  }
}
