package io.tributary.operations.generation;

import io.tributary.operations.OperationException;
import io.tributary.operations.Progress;
import io.tributary.operations.drain.DrainCheck;
import io.tributary.operations.drain.DrainStage;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.lifecycle.HealthReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits until a generation has finished all present facts, and then their records. */
public record CatchUpWait(Cluster cluster, NextGenerationRun shadow, Progress.Reporter reporter) {

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

  /** Count of facts left to the generation of the cluster. */
  static long factsLeft(Cluster cluster) throws InterruptedException {
    return left(cluster, "processors");
  }

  /** Count of records left to its sink. */
  static long recordsLeft(Cluster cluster) throws InterruptedException {
    return left(cluster, "sink");
  }

  private static long left(Cluster cluster, String stage) throws InterruptedException {
    try (DrainCheck check = new DrainCheck(cluster, List.of())) {
      return left(check, goals(cluster, check, stage));
    }
  }

  private record Goal(DrainStage.Consuming stage, Map<TopicPartition, Long> ends) {}

  private static List<Goal> goals(Cluster cluster, DrainCheck check, String name)
      throws InterruptedException {
    List<Goal> goals = new ArrayList<>();
    for (DrainStage stage : DrainStage.inFlowOrder(cluster.clients(), Map::of)) {
      if (stage instanceof DrainStage.Consuming consuming && stage.name().equals(name)) {
        goals.add(new Goal(consuming, check.ends(consuming)));
      }
    }
    return goals;
  }

  private void await(DrainCheck check, String name) throws InterruptedException {
    List<Goal> goals = goals(cluster, check, name);
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
