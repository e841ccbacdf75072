package io.tributary.storm;

import io.tributary.schemas.topic.Family;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * A storm that is to be run.
 *
 * @param home the project's folder, with everything built
 * @param folder for data, logs and the recorded history
 * @param length time of the faults; drain and check come after it
 * @param seed of all chances; timing is the machine's
 * @param rate requests per second, of all families together
 */
public record StormPlan(
    Path home, Path folder, Duration length, long seed, double rate, Set<Family> families) {

  public StormPlan {
    families = Set.copyOf(families);
  }
}
