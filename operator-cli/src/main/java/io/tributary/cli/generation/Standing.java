package io.tributary.cli.generation;

import io.tributary.cli.kafka.Answer;
import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.kafka.Groups;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.KafkaClients;
import io.tributary.runtime.kafka.KafkaSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.GroupListing;

/**
 * How far a generation is with the facts.
 *
 * @param state live, rests for another, runs, or stands
 * @param left facts that it has before it
 */
public record Standing(int number, String state, long left) {

  /** The live one and those that follow it, as far as they have begun. */
  public static List<Standing> all(Settings settings) throws InterruptedException {
    Generation now = GenerationLog.live(settings);
    int live = now.number();
    String lives = now.successor().map(next -> "rests for " + next).orElse("live");
    List<Standing> found = new ArrayList<>();
    for (int number = live; isThere(in(settings, number)); number++) {
      try (Cluster cluster = Cluster.connect(in(settings, number))) {
        boolean works =
            new Groups(cluster.admin()).hasMembers(cluster.clients().group("processors"));
        String state = number == live ? lives : works ? "runs" : "stands";
        found.add(new Standing(number, state, CatchUp.factsLeft(cluster)));
      }
    }
    return found;
  }

  private static boolean isThere(Settings settings) throws InterruptedException {
    String group = new KafkaClients(settings).group("processors");
    try (Cluster cluster = Cluster.connect(settings)) {
      return Answer.of(cluster.admin().listGroups().all()).stream()
          .map(GroupListing::groupId)
          .anyMatch(group::equals);
    }
  }

  private static Settings in(Settings settings, int number) {
    return settings.with(Map.of(KafkaSettings.GENERATION.key(), Integer.toString(number)));
  }
}
