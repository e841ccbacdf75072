package io.tributary.harness.pipeline;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** SIGKILLs at random moments of a load. */
public final class Kills {

  private Kills() {}

  /**
   * Kills an instance of each service so often, in random order, and starts it again at once.
   *
   * @param mostBetween most requests that are accepted between two kills
   */
  public static void ofEach(
      int times, SplitPipeline pipeline, Simulation load, Random random, int mostBetween) {
    List<Role> order = new ArrayList<>();
    for (int time = 0; time < times; time++) {
      order.addAll(List.of(Role.values()));
    }
    Collections.shuffle(order, random);
    for (Role role : order) {
      load.awaitMore(1 + random.nextInt(mostBetween));
      List<Instance> instances = pipeline.of(role);
      Instance victim = instances.get(random.nextInt(instances.size()));
      victim.kill();
      victim.launch();
    }
    pipeline.all().forEach(Instance::awaitReady);
  }
}
