package io.tributary.harness.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** SIGKILLs at random moments of a load. */
public final class Kills {

  private Kills() {}

  /**
   * Kills the gateway and one of two of each other service, in random order. The gateway comes back
   * at once, the others when all have been killed.
   *
   * @param mostBetween most requests that are accepted between two kills
   */
  public static void oneOfEach(
      SplitPipeline pipeline, Simulation load, Random random, int mostBetween) {
    List<Role> order = new ArrayList<>(Arrays.asList(Role.values()));
    Collections.shuffle(order, random);
    List<Instance> killed = new ArrayList<>();
    for (Role role : order) {
      load.awaitMore(1 + random.nextInt(mostBetween));
      List<Instance> instances = pipeline.of(role);
      Instance victim = instances.get(random.nextInt(instances.size()));
      victim.kill();
      if (role == Role.GATEWAY) {
        victim.launch();
        victim.awaitReady();
      } else {
        killed.add(victim);
      }
    }
    killed.forEach(Instance::launch);
    killed.forEach(Instance::awaitReady);
  }
}
