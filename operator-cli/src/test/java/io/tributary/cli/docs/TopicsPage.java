package io.tributary.cli.docs;

import static io.tributary.cli.docs.MarkdownTable.code;

import io.tributary.cli.topics.TopicWords;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/** {@code docs/use/topics.md}. */
final class TopicsPage {

  private static final String HEAD =
      """
      # Topics

      <!-- Made from code; see DocumentationTest. -->

      The catalogue. `topics create` makes these topics, `topics list` compares them with a cluster, `topics read`
      prints their records as JSON. Values are Avro in single-object encoding, keys are UTF-8 text. The partition of
      a record follows from the part of its key that the order of its item needs. Names take `topic.prefix`.
      """;

  private TopicsPage() {}

  static String text() {
    StringBuilder page = new StringBuilder(HEAD);
    page.append(section("Of the pipeline itself", Optional.empty()));
    for (Family family : Family.values()) {
      page.append(section("Family " + family.label(), Optional.of(family)));
    }
    return page.toString();
  }

  private static String section(String title, Optional<Family> family) {
    List<Topic<?, ?>> topics =
        Topics.all().stream().filter(topic -> topic.family().equals(family)).toList();
    MarkdownTable table =
        new MarkdownTable("topic", "kind", "written by", "key", "value", "partitions", "retention");
    StringBuilder details = new StringBuilder();
    for (Topic<?, ?> topic : topics) {
      TopicWords words = new TopicWords(topic);
      table.row(
          code(topic.name()),
          topic.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
          topic.kind().writer(),
          words.key(),
          words.value(),
          Integer.toString(topic.partitions()),
          words.retention());
      details.append(details(topic));
    }
    return "\n## " + title + "\n\n" + table + details;
  }

  private static String details(Topic<?, ?> topic) {
    StringBuilder text = new StringBuilder("\n### " + topic.name() + "\n\n");
    topic
        .valueType()
        .map(type -> SpecificData.get().getSchema(type))
        .ifPresent(schema -> text.append(schema.getDoc()).append("\n\n").append(fields(schema)));
    text.append("Topic settings:");
    new TreeMap<>(topic.config())
        .forEach((key, value) -> text.append(' ').append(code(key + '=' + value)));
    return text.append(".\n").toString();
  }

  private static String fields(Schema schema) {
    MarkdownTable table = new MarkdownTable("field", "type", "meaning");
    for (Schema.Field field : schema.getFields()) {
      table.row(
          code(field.name()), type(field.schema()), Optional.ofNullable(field.doc()).orElse(""));
    }
    return table + "\n";
  }

  private static String type(Schema schema) {
    if (schema.getType() == Schema.Type.UNION) {
      return String.join(
          " or ", schema.getTypes().stream().map(TopicsPage::type).sorted().toList());
    }
    if (schema.getType() == Schema.Type.ARRAY) {
      return "array of " + type(schema.getElementType());
    }
    return schema.getLogicalType() == null ? schema.getName() : schema.getLogicalType().getName();
  }
}
