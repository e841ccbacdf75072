package io.tributary.documentation;

import static io.tributary.documentation.MarkdownTable.code;

import io.tributary.cli.topics.TopicWords;
import io.tributary.documentation.asyncapi.KeyForm;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.util.Locale;
import java.util.Optional;

/** {@code docs/use/topics.md}: one row per topic. */
final class TopicsPage {

  private static final String HEAD =
      """
      # Topics

      <!-- Made from code; see DocumentationTest. -->

      `topics create` makes these topics, `topics list` compares them with a cluster, `topics read` prints their records as JSON.
      Keys are UTF-8 text, values Avro in single-object encoding. [asyncapi.yaml](../asyncapi.yaml) has all fields and topic settings.
      `topic.prefix` is put before each name. See [subscribing](subscribing.md).
      """;

  private TopicsPage() {}

  static String text() {
    StringBuilder page = new StringBuilder(HEAD).append("\n## Kinds\n\n").append(kinds());
    page.append(section("Of the pipeline itself", Optional.empty()));
    for (Family family : Family.values()) {
      page.append(section("Family " + family.label(), Optional.of(family)));
    }
    return page.toString();
  }

  private static MarkdownTable kinds() {
    MarkdownTable table = new MarkdownTable("kind", "written by", "holds");
    for (TopicKind kind : TopicKind.values()) {
      table.row(name(kind), kind.writer(), kind.content());
    }
    return table;
  }

  private static String section(String title, Optional<Family> family) {
    MarkdownTable table =
        new MarkdownTable("topic", "kind", "key", "value", "partitions", "retention");
    for (Topic<?, ?> topic : Topics.all()) {
      if (topic.family().equals(family)) {
        table.row(row(topic));
      }
    }
    return "\n## " + title + "\n\n" + table;
  }

  private static String[] row(Topic<?, ?> topic) {
    TopicWords words = new TopicWords(topic);
    return new String[] {
      code(topic.name()),
      name(topic.kind()),
      code(KeyForm.of(topic).form()),
      words.value(),
      Integer.toString(topic.partitions()),
      words.retention()
    };
  }

  private static String name(TopicKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
