package io.tributary.schemas.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaParseException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Old records stay readable and old consumers keep reading: each schema and each released version
 * of it can read the other. A schema that changes is written down under {@code
 * src/main/resources/released/<version>/} first; this test leaves the text to copy in {@code
 * target/released}.
 */
final class SchemaCompatibilityTest {

  private final SchemaArchive archive = SchemaArchive.ofReleases();

  @Test
  void shouldReadAndBeReadByEveryReleasedVersion() {
    List<String> breaks = new ArrayList<>();
    archive
        .current()
        .forEach(
            (name, schema) ->
                archive
                    .released(name)
                    .forEach(
                        old -> {
                          breaks.addAll(
                              breaks(name + " cannot read its released form", schema, old));
                          breaks.addAll(
                              breaks("released form of " + name + " cannot read it", old, schema));
                        }));
    assertThat(breaks).isEmpty();
  }

  @Test
  void shouldHaveEverySchemaWrittenDown() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Schema schema : archive.current().values()) {
      boolean written =
          archive.released(schema.getFullName()).stream().anyMatch(old -> old.equals(schema));
      if (!written) {
        Path copy = Path.of("target", "released", schema.getFullName() + ".avsc");
        Files.createDirectories(copy.getParent());
        Files.writeString(copy, schema + "\n");
        missing.add(copy.toString());
      }
    }
    assertThat(missing)
        .as("copy into src/main/resources/released/<version>/ and list in released/index")
        .isEmpty();
  }

  @Test
  void shouldStillKnowEveryTypeThatWasReleased() {
    assertThat(archive.current().keySet()).containsAll(archive.releasedNames());
  }

  @Test
  void shouldSeeABreakWhenThereIsOne() {
    Schema one =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"long\"}]}");
    Schema other =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"b\",\"type\":\"long\"}]}");

    assertThat(breaks("R", one, other)).hasSize(1);
  }

  private static List<String> breaks(String what, Schema reader, Schema writer)
      throws SchemaParseException {
    var result = SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
    return result.getType() == SchemaCompatibilityType.COMPATIBLE
        ? List.of()
        : List.of(what + ": " + result.getResult().getIncompatibilities());
  }

  /** A fact that was accepted yesterday must not be refused today. */
  @Test
  void shouldNarrowNoRule() {
    List<String> narrowed = new ArrayList<>();
    archive
        .current()
        .forEach(
            (name, schema) ->
                archive.released(name).stream()
                    .filter(old -> old.toString().contains("\"rule\":"))
                    .forEach(old -> narrowed(name, old, schema, narrowed)));

    assertThat(narrowed).isEmpty();
    narrowed("R", ruled("{\"minLength\":1,\"maxBytes\":9}"), ruled("{\"maxBytes\":9}"), narrowed);
    assertThat(narrowed).isEmpty();
    narrowed(
        "R",
        ruled("{\"items\":{\"maxBytes\":9}}"),
        ruled("{\"items\":{\"maxBytes\":8}}"),
        narrowed);
    narrowed("R", ruled("{\"minimum\":1}"), ruled("{\"minimum\":2}"), narrowed);
    narrowed("R", ruled("{\"format\":\"id\"}"), ruled("{\"format\":\"uid\"}"), narrowed);
    narrowed("R", ruled("{\"maximum\":1}"), ruled("{\"maximum\":1,\"minimum\":0}"), narrowed);
    narrowed("R", ruled("null"), ruled("{\"maximum\":1}"), narrowed);
    assertThat(narrowed).hasSize(5);
  }

  private static Schema ruled(String rule) {
    return new Schema.Parser()
        .parse(
            "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"a\",\"type\":\"string\",\"rule\":"
                + rule
                + "}]}");
  }

  private static void narrowed(String path, Schema old, Schema now, List<String> found) {
    switch (old.getType()) {
      case RECORD ->
          old.getFields()
              .forEach(
                  field -> {
                    Schema.Field same = now.getField(field.name());
                    String place = path + '.' + field.name();
                    Object rule = field.getObjectProp("rule");
                    if (!holds(
                        rule instanceof Map<?, ?> known ? known : Map.of(),
                        same.getObjectProp("rule"))) {
                      found.add(place);
                    }
                    narrowed(place, field.schema(), same.schema(), found);
                  });
      case ARRAY -> narrowed(path, old.getElementType(), now.getElementType(), found);
      case UNION ->
          old.getTypes()
              .forEach(
                  type -> {
                    Integer index = now.getIndexNamed(type.getFullName());
                    narrowed(path, type, now.getTypes().get(index), found);
                  });
      default -> {}
    }
  }

  /** True if the new rule takes all values of the old one. */
  private static boolean holds(Map<?, ?> old, @Nullable Object rule) {
    return !(rule instanceof Map<?, ?> now)
        || now.entrySet().stream()
            .allMatch(limit -> holds(limit.getKey().toString(), old, limit.getValue()));
  }

  private static boolean holds(String name, Map<?, ?> old, Object now) {
    Object before = old.get(name);
    if (before instanceof Map<?, ?> inner) {
      return holds(inner, now);
    }
    if (before instanceof Number least && now instanceof Number limit) {
      return name.startsWith("min")
          ? limit.longValue() <= least.longValue()
          : limit.longValue() >= least.longValue();
    }
    return now.equals(before);
  }
}
