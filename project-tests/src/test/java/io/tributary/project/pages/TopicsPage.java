package io.tributary.project.pages;

import static io.tributary.project.pages.MarkdownTable.code;

import io.tributary.asyncapi.KeyForm;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** {@code docs/use/topics.md}: one row per topic, and each table's items. */
final class TopicsPage {

  private static final String HEAD =
      """
      # Topics and items

      <!-- Made from code; see GeneratedPagesTest. -->

      `topics create` makes these topics, `topics list` compares them with a cluster, `topics read` prints their records as JSON.
      Keys are UTF-8 text, values Avro in single-object encoding. `/asyncapi.yaml` of a gateway has all fields and topic settings.
      `topic.prefix` is put before each name. See [subscribing](subscribing.md).
      Items have their attributes by type as DynamoDB names it; one without a value is absent, or NULL where that is a type.
      """;

  private static final Set<TopicKind> COMMON =
      EnumSet.of(TopicKind.DEAD_LETTERS, TopicKind.DECISIONS, TopicKind.REDRIVES);

  private TopicsPage() {}

  static String text() {
    StringBuilder page = new StringBuilder(HEAD).append("\n## Kinds\n\n").append(kinds());
    page.append(section("Of the pipeline itself", Optional.empty()));
    page.append("\n## Of every family\n\n").append(common());
    for (Family family : Family.values()) {
      page.append(section("Family " + family.label(), Optional.of(family)));
      page.append("\nItems:\n\n").append(ItemsText.of(family));
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

  /** Topics that all families have. */
  private static MarkdownTable common() {
    MarkdownTable table = table();
    for (Topic<?, ?> topic : Topics.all()) {
      if (COMMON.contains(topic.kind()) && topic.family().equals(Optional.of(Family.DEVICES))) {
        String name = topic.name().replace(Family.DEVICES.label(), "{family}");
        table.row(row(topic, name, retention(topic) + others(topic)));
      }
    }
    return table;
  }

  /** Other retentions of the same topic of other families. */
  private static String others(Topic<?, ?> one) {
    return Topics.all().stream()
        .filter(topic -> topic.kind() == one.kind() && !retention(topic).equals(retention(one)))
        .map(topic -> "; " + topic.family().orElseThrow().label() + ' ' + retention(topic))
        .collect(Collectors.joining());
  }

  private static String retention(Topic<?, ?> topic) {
    return topic.retention().words();
  }

  private static MarkdownTable table() {
    return new MarkdownTable("topic", "kind", "key", "value", "partitions", "retention");
  }

  private static String section(String title, Optional<Family> family) {
    MarkdownTable table = table();
    for (Topic<?, ?> topic : Topics.all()) {
      if (topic.family().equals(family) && !COMMON.contains(topic.kind())) {
        table.row(row(topic, topic.name(), retention(topic)));
      }
    }
    return "\n## " + title + "\n\n" + table;
  }

  private static String[] row(Topic<?, ?> topic, String name, String retention) {
    return new String[] {
      code(name),
      name(topic.kind()),
      code(KeyForm.of(topic).form()),
      topic.valueName(),
      Integer.toString(topic.partitions()),
      retention
    };
  }

  private static String name(TopicKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
