package io.tributary.processors;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.streams.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TopologyAssemblyTest {

  private static final Pattern TOPIC = Pattern.compile("topics?: \\[?([a-z.-]+)");
  private static final Pattern WRITTEN = Pattern.compile("Sink: [^ ]+ \\(topic: ([a-z.-]+)");
  private static final Pattern STORES = Pattern.compile("stores: \\[([^\\]]+)\\]");

  @Test
  void shouldTouchTopicsOfItsFamiliesAlone() {
    assertThat(found(TOPIC, assembled("history,inbox")))
        .contains("history.events", "inbox.events", "inbox.dead-letters")
        .allMatch(topic -> topic.startsWith("history.") || topic.startsWith("inbox."));
  }

  /** Markers of transactions take offsets there, which are no lost records. */
  @Test
  void shouldWriteTransactionsToTopicsThatAreKnownForThem() {
    assertThat(found(WRITTEN, assembled("all")))
        .contains("inbox.events", "tenants.conversation-events")
        .allMatch(topic -> Topics.named(topic).filter(Topics::inTransactions).isPresent());
  }

  /** Changelogs are named after stores, so a family that comes back finds its states. */
  @ParameterizedTest
  @EnumSource(Family.class)
  void shouldNameStoresOfAFamilyAsTheyAreAmongAll(Family family) {
    Set<String> amongAll =
        found(STORES, assembled("all")).stream()
            .filter(store -> store.startsWith(family.label() + '.'))
            .collect(Collectors.toSet());

    assertThat(found(STORES, assembled(family.label())))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(amongAll);
  }

  private static Topology assembled(String families) {
    TopologyPlan plan =
        new TopologyPlan(
            TopicNaming.PLAIN,
            SingleObjectFormat.ofReleases(),
            new Meters(),
            GenerationHandover.FIRST,
            Instant::now);
    return TopologyAssembly.assemble(plan, Settings.of(Map.of("families", families)));
  }

  private static Set<String> found(Pattern pattern, Topology topology) {
    return pattern
        .matcher(topology.describe().toString())
        .results()
        .flatMap(result -> Pattern.compile(", ").splitAsStream(result.group(1)))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
