package io.tributary.cli.topics;

import io.tributary.cli.kafka.Answer;
import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.output.Members;
import io.tributary.cli.output.Output;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.TopicDescription;

/** The catalogue of a pipeline's families as aligned columns of text. */
public final class TopicTable {

  /** Titles of the columns. */
  public static final List<String> TITLES =
      List.of("TOPIC", "KIND", "KEY", "VALUE", "PARTITIONS", "RETENTION", "EXISTS");

  private final Cluster cluster;

  public TopicTable(Cluster cluster) {
    this.cluster = cluster;
  }

  /** One for each topic, with as many partitions as it has, or is to be made with. */
  public List<Output.Row> rows() throws InterruptedException {
    TopicNaming naming = cluster.clients().topics();
    List<Topic<?, ?>> topics = cluster.topics().sized(Topics.of(cluster.clients().families()));
    Set<String> existing = new HashSet<>(Answer.of(cluster.admin().listTopics().names()));
    existing.retainAll(topics.stream().map(naming::of).toList());
    Map<String, TopicDescription> found =
        Answer.of(cluster.admin().describeTopics(existing).allTopicNames());
    return topics.stream()
        .map(
            topic -> row(topic, naming.of(topic), Optional.ofNullable(found.get(naming.of(topic)))))
        .toList();
  }

  private static Output.Row row(Topic<?, ?> topic, String name, Optional<TopicDescription> found) {
    int partitions = found.map(there -> there.partitions().size()).orElse(topic.partitions());
    TopicWords words = new TopicWords(topic);
    String kind = topic.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Output.Row(
        List.of(
            name,
            kind,
            words.key(),
            words.value(),
            Integer.toString(partitions),
            words.retention(),
            found.isPresent() ? "yes" : "no"),
        Members.of("topic", name)
            .and("kind", kind)
            .and("key", words.key())
            .and("value", words.value())
            .and("partitions", partitions)
            .and("retention", words.retention())
            .and("exists", found.isPresent())
            .map());
  }
}
