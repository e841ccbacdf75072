package io.tributary.project.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.schemas.rule.RecordRule;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits in the tables of the families' pages are those of the schemas. */
class LimitsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final long KIB = 1024;

  @ParameterizedTest
  @EnumSource
  void shouldBeThoseOfTheSchemas(Family family) throws IOException {
    Set<Schema> records = new HashSet<>();
    Topics.all().stream()
        .filter(topic -> topic.name().startsWith(family.label() + '.'))
        .filter(topic -> topic.kind() == TopicKind.FACTS)
        .map(Topic::requiredValueType)
        .forEach(type -> collect(SpecificData.get().getSchema(type), records));
    String page =
        Files.readString(Document.ROOT.resolve("docs/use/families/" + family.label() + ".md"));

    List<String> compared = new ArrayList<>();
    for (String row : page.substring(page.indexOf("## Limits")).lines().toList()) {
      String[] cells = row.split("(?<!\\\\)\\|", -1);
      if (cells.length > 2) {
        compared.addAll(compared(cells[1].split(" · "), cells[2].split(" · "), records));
      }
    }

    assertThat(compared).isNotEmpty();
  }

  private static List<String> compared(String[] names, String[] limits, Set<Schema> records) {
    List<String> compared = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      String limit = limits[names.length == limits.length ? i : 0];
      NAME.matcher(names[i])
          .results()
          .map(name -> name.group(1))
          .filter(name -> !limits(name, records).isEmpty())
          .forEach(
              name -> {
                assertThat(limits(name, records).stream().map(LimitsTest::written))
                    .as("%s: %s", name, limit)
                    .anyMatch(forms -> forms.stream().anyMatch(limit::contains));
                compared.add(name);
              });
    }
    return compared;
  }

  @Test
  void shouldSeeAWrongLimit() {
    Set<Schema> records = new HashSet<>();
    collect(SpecificData.get().getSchema(io.tributary.avro.history.HistoryEvent.class), records);

    assertThat(limits("title", records)).containsExactly(1024L);
    assertThat(written(1024)).contains("1,024").doesNotContain("1,025");
  }

  /** The greatest number in the rule of each field of that name. */
  private static Set<Long> limits(String name, Set<Schema> records) {
    Set<Long> limits = new HashSet<>();
    for (Schema record : records) {
      Stream.of(name, name + "_json")
          .map(record::getField)
          .filter(field -> field != null && field.getObjectProp(RecordRule.RULE) != null)
          .flatMap(field -> NUMBER.matcher(words(record, field)).results())
          .map(number -> Long.valueOf(number.group()))
          .max(Long::compare)
          .ifPresent(limits::add);
    }
    return limits;
  }

  /** Words of a form, or numbers of the rule itself. */
  private static String words(Schema record, Schema.Field field) {
    JsonNode rule = JSON.valueToTree(field.getObjectProp(RecordRule.RULE));
    return rule.path("format").asText().isEmpty()
        ? rule.valueStream().filter(JsonNode::isNumber).toList().toString()
        : RecordRule.of(record).text(field.name()).words();
  }

  private static List<String> written(long limit) {
    List<String> forms = new ArrayList<>(List.of("%,d".formatted(limit), Long.toString(limit)));
    if (limit % KIB == 0) {
      forms.add(limit / KIB + " KiB");
    }
    if (limit == (1L << 53) - 1) {
      forms.add("2^53 − 1");
    }
    return forms;
  }

  private static void collect(Schema schema, Set<Schema> records) {
    switch (schema.getType()) {
      case RECORD -> {
        if (records.add(schema)) {
          schema.getFields().forEach(field -> collect(field.schema(), records));
        }
      }
      case UNION -> schema.getTypes().forEach(type -> collect(type, records));
      case ARRAY -> collect(schema.getElementType(), records);
      case MAP -> collect(schema.getValueType(), records);
      default -> {}
    }
  }
}
