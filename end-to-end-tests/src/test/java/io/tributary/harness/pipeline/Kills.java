package io.tributary.harness.pipeline;

import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.process.Eventually;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

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
      load.awaitMore(1 + random.nextInt(mostBetween));
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
   * @param mostBetween most uploads that are settled between two kills
   */
  public static void everything(
      WholePipeline pipeline, LoadGenerator load, Random random, int mostBetween) {
    load.awaitMore(1 + random.nextInt(mostBetween));
    List<ProcessHandle> children = pipeline.process().descendants();
    if (children.size() < pipeline.embeddedServers()) {
      throw new AssertionError("no broker and DynamoDB but " + children);
    }
    pipeline.kill();
    Eventually.await("children of a killed up to be gone")
        .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    pipeline.startAgain();
  }
}
