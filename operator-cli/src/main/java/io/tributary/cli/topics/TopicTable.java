package io.tributary.cli.topics;

import io.tributary.cli.kafka.Answer;
import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.output.Members;
import io.tributary.cli.output.Output;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The catalogue of a pipeline's families as aligned columns of text. */
public final class TopicTable {

  /** Titles of the columns. */
  public static final List<String> TITLES =
      List.of("TOPIC", "KIND", "KEY", "VALUE", "PARTITIONS", "RETENTION", "EXISTS");

  private final Cluster cluster;

  public TopicTable(Cluster cluster) {
    this.cluster = cluster;
  }

  /** One for each topic. */
  public List<Output.Row> rows() throws InterruptedException {
    Set<String> existing = Answer.of(cluster.admin().listTopics().names());
    TopicNaming naming = cluster.clients().topics();
    return Topics.of(cluster.clients().families()).stream()
        .map(topic -> row(topic, naming.of(topic), existing.contains(naming.of(topic))))
        .toList();
  }

  private static Output.Row row(Topic<?, ?> topic, String name, boolean exists) {
    TopicWords words = new TopicWords(topic);
    String kind = topic.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Output.Row(
        List.of(
            name,
            kind,
            words.key(),
            words.value(),
            Integer.toString(topic.partitions()),
            words.retention(),
            exists ? "yes" : "no"),
        Members.of("topic", name)
            .and("kind", kind)
            .and("key", words.key())
            .and("value", words.value())
            .and("partitions", topic.partitions())
            .and("retention", words.retention())
            .and("exists", exists)
            .map());
  }
}
