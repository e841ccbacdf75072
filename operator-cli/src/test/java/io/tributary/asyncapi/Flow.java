package io.tributary.asyncapi;

import io.tributary.processors.TopologyAssembly;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.sink.SinkPipeline;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.streams.TopologyDescription;

/**
 * Which module sends to a topic, and which receives from it. What processors and sink do is read
 * off the parts themselves; the gateway and the operators' commands go by the kind of the topic.
 */
final class Flow {

  static final String GATEWAY = "ingest-gateway";
  static final String PROCESSORS = "stream-processors";
  static final String SINK = "dynamo-sink";
  static final String OPERATORS = "operator-cli";

  /** What the gateway holds in memory. */
  private static final Set<String> DIRECTORIES =
      Set.of(
          "devices.devices",
          "devices.api-keys",
          "inbox.settings",
          "tenants.tenants",
          "tenants.users",
          "tenants.channels");

  private final Set<String> processed = new TreeSet<>();
  private final Set<String> written = new TreeSet<>();
  private final Set<String> sunk =
      SinkPipeline.topics(EnumSet.allOf(Family.class)).stream()
          .map(Topic::name)
          .collect(Collectors.toSet());

  Flow() {
    TopologyPlan plan =
        new TopologyPlan(
            TopicNaming.PLAIN,
            SingleObjectFormat.ofReleases(),
            new Meters(),
            GenerationHandover.FIRST,
            () -> Instant.EPOCH);
    TopologyAssembly.assemble(plan, Settings.of(Map.of())).describe().subtopologies().stream()
        .flatMap(part -> part.nodes().stream())
        .forEach(this::note);
  }

  private void note(TopologyDescription.Node node) {
    if (node instanceof TopologyDescription.Source source) {
      processed.addAll(source.topicSet());
    } else if (node instanceof TopologyDescription.Sink sink && sink.topic() != null) {
      written.add(sink.topic());
    }
  }

  /** The modules that send to the topic. */
  List<String> senders(Topic<?, ?> topic) {
    Map<String, Boolean> modules = new TreeMap<>();
    modules.put(GATEWAY, topic.kind() == TopicKind.FACTS);
    modules.put(PROCESSORS, written.contains(topic.name()));
    modules.put(
        SINK,
        Set.of(TopicKind.EXPIRIES, TopicKind.POSITIONS, TopicKind.DEAD_LETTERS)
            .contains(topic.kind()));
    // What processors could not process is redriven to where it was, other dead letters apart
    modules.put(
        OPERATORS,
        Set.of(
                TopicKind.DECISIONS,
                TopicKind.REDRIVES,
                TopicKind.GENERATIONS,
                TopicKind.FACTS,
                TopicKind.EXPIRIES)
            .contains(topic.kind()));
    return chosen(topic, modules);
  }

  /** The modules that receive from the topic; subscribers are not among them. */
  List<String> receivers(Topic<?, ?> topic) {
    Map<String, Boolean> modules = new TreeMap<>();
    modules.put(GATEWAY, DIRECTORIES.contains(topic.name()) || topic.kind() == TopicKind.OUTCOMES);
    modules.put(PROCESSORS, processed.contains(topic.name()));
    modules.put(SINK, sunk.contains(topic.name()) || topic.kind() == TopicKind.POSITIONS);
    modules.put(
        OPERATORS,
        Set.of(TopicKind.DEAD_LETTERS, TopicKind.DECISIONS, TopicKind.GENERATIONS, TopicKind.WAITS)
            .contains(topic.kind()));
    return chosen(topic, modules);
  }

  /** All of them write and read the mark of the format. */
  private static List<String> chosen(Topic<?, ?> topic, Map<String, Boolean> modules) {
    return modules.entrySet().stream()
        .filter(module -> module.getValue() || topic.kind() == TopicKind.META)
        .map(Map.Entry::getKey)
        .toList();
  }
}
