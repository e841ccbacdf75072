package io.tributary.schemas.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.SchemaParseException;
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
          archive.released(schema.getFullName()).stream()
              .anyMatch(old -> fingerprint(old) == fingerprint(schema));
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

  private static long fingerprint(Schema schema) {
    return SchemaNormalization.parsingFingerprint64(schema);
  }
}
