package io.tributary.cli.topics;

import io.tributary.cli.kafka.Answer;
import io.tributary.cli.kafka.Cluster;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The catalogue of a pipeline's families as aligned columns of text. */
public final class TopicTable {

  private static final List<String> TITLES =
      List.of("TOPIC", "KIND", "KEY", "VALUE", "PARTITIONS", "RETENTION", "EXISTS");

  private final Cluster cluster;

  public TopicTable(Cluster cluster) {
    this.cluster = cluster;
  }

  /** A line of titles, and one for each topic. */
  public List<String> lines() throws InterruptedException {
    Set<String> existing = Answer.of(cluster.admin().listTopics().names());
    TopicNaming naming = cluster.clients().topics();
    List<List<String>> rows = new ArrayList<>();
    rows.add(TITLES);
    for (Topic<?, ?> topic : Topics.of(cluster.clients().families())) {
      rows.add(row(topic, naming.of(topic), existing.contains(naming.of(topic))));
    }
    int[] widths = new int[TITLES.size()];
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    return rows.stream().map(row -> aligned(row, widths)).toList();
  }

  private static List<String> row(Topic<?, ?> topic, String name, boolean exists) {
    TopicWords words = new TopicWords(topic);
    return List.of(
        name,
        topic.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        words.key(),
        words.value(),
        Integer.toString(topic.partitions()),
        words.retention(),
        exists ? "yes" : "no");
  }

  private static String aligned(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = row.get(column);
      line.append(cell).append(" ".repeat(widths[column] - cell.length() + 2));
    }
    return line.toString().stripTrailing();
  }
}
