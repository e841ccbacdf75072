package io.tributary.harness.pipeline;

import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.LoadGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;

/** SIGKILLs at random moments of a load. */
public final class Kills {

  private Kills() {}

  /**
   * Kills one of two instances of each service, in random order, then starts all three again.
   *
   * @param mostBetween most uploads that are settled between two kills
   */
  public static void oneOfEach(
      SplitPipeline pipeline, LoadGenerator load, Random random, int mostBetween) {
    List<Role> order = new ArrayList<>(Arrays.asList(Role.values()));
    Collections.shuffle(order, random);
    List<Instance> killed = new ArrayList<>();
    for (Role role : order) {
      awaitMore(() -> load.settled().size(), 1 + random.nextInt(mostBetween));
      Instance victim = pipeline.of(role).get(random.nextInt(2));
      victim.kill();
      killed.add(victim);
    }
    killed.forEach(Instance::launch);
    killed.forEach(Instance::awaitReady);
  }

  /**
   * Kills {@code up}, whose servers must end with it, then starts it again.
   *
   * @param mostBetween most uploads that are acknowledged between two kills
   */
  public static void everything(
      WholePipeline pipeline, LoadGenerator load, Random random, int mostBetween) {
    awaitMore(
        () -> load.settled().stream().filter(Delivery::acknowledged).count(),
        1 + random.nextInt(mostBetween));
    List<ProcessHandle> children = pipeline.process().descendants();
    if (children.size() < pipeline.embeddedServers()) {
      throw new AssertionError("no broker and DynamoDB but " + children);
    }
    pipeline.kill();
    Awaitility.await("children of a killed up to be gone")
        .atMost(Duration.ofSeconds(10))
        .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    pipeline.startAgain();
  }

  private static void awaitMore(LongSupplier count, int more) {
    long goal = count.getAsLong() + more;
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> count.getAsLong() >= goal);
  }
}
