package io.tributary.operations.generation;

import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Progress of a generation.
 *
 * @param state live, runs, or stands
 * @param left count of facts
 */
public record GenerationStatus(int number, String state, long left) {

  /** The live generation and the later ones that have topics. */
  public static List<GenerationStatus> all(Cluster cluster, Settings settings)
      throws InterruptedException {
    Generation now = GenerationLog.live(settings);
    List<GenerationStatus> found = new ArrayList<>();
    for (int number : numbers(cluster, settings).tailSet(now.number())) {
      try (Cluster own = Cluster.connect(GenerationLog.in(settings, number))) {
        boolean works = !own.queries().members(own.clients().group("processors")).isEmpty();
        String state = number == now.number() ? "live" : works ? "runs" : "stands";
        found.add(new GenerationStatus(number, state, CatchUpWait.factsLeft(own, now.number())));
      }
    }
    return found;
  }

  /** Generations that have topics. */
  public static SortedSet<Integer> numbers(Cluster cluster, Settings settings)
      throws InterruptedException {
    Set<String> derived =
        Topics.of(cluster.clients().families()).stream()
            .filter(topic -> topic.kind().isDerived())
            .map(TopicNaming.PLAIN::of)
            .collect(Collectors.toSet());
    Pattern name =
        Pattern.compile(
            Pattern.quote(settings.get(KafkaSettings.TOPIC_PREFIX)) + "(?:g(\\d{1,7})\\.)?(.+)");
    SortedSet<Integer> numbers = new TreeSet<>();
    for (String topic : KafkaAnswers.of(cluster.admin().listTopics().names())) {
      Matcher parts = name.matcher(topic);
      if (parts.matches() && derived.contains(parts.group(2))) {
        numbers.add(parts.group(1) == null ? 1 : Integer.parseInt(parts.group(1)));
      }
    }
    return numbers;
  }
}
