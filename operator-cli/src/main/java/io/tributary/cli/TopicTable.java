package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.operations.JsonFields;
import io.tributary.operations.topics.ClusterTopic;
import io.tributary.operations.topics.TopicWords;
import java.util.List;
import java.util.Locale;

/** Topics as the commands print them. */
public final class TopicTable {

  private static final List<String> TITLES =
      List.of("TOPIC", "KIND", "KEY", "VALUE", "PARTITIONS", "RETENTION", "EXISTS");

  private TopicTable() {}

  public static void print(List<ClusterTopic> topics, Output output) {
    output.print(TITLES, topics.stream().map(TopicTable::row).toList());
  }

  private static Output.Row row(ClusterTopic found) {
    TopicWords words = new TopicWords(found.topic());
    String kind = found.topic().kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Output.Row(
        List.of(
            found.name(),
            kind,
            words.key(),
            words.value(),
            Integer.toString(found.partitions()),
            words.retention(),
            found.exists() ? "yes" : "no"),
        JsonFields.of("topic", found.name())
            .and("kind", kind)
            .and("key", words.key())
            .and("value", words.value())
            .and("partitions", found.partitions())
            .and("retention", words.retention())
            .and("exists", found.exists())
            .map());
  }
}
