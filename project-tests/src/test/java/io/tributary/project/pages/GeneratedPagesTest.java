package io.tributary.project.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.settings.KnownSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages and files that are made from code say what the code says. */
class GeneratedPagesTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final String UPDATE = "mvn -pl project-tests test -Ddocs.update=true";

  static Stream<Map.Entry<String, String>> pages() {
    return GeneratedPages.all().entrySet().stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void shouldBeUpToDate(Map.Entry<String, String> page) throws IOException {
    Path file = ROOT.resolve(page.getKey());
    if (Boolean.getBoolean("docs.update")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, page.getValue());
    }

    assertThat(file)
        .as("%s is made from code; make it anew by: %s", page.getKey(), UPDATE)
        .hasContent(page.getValue());
  }

  @Test
  void shouldShipASampleFileThatCanBeRead() {
    Path sample = ROOT.resolve("config/cluster.properties");

    assertThat(
            KnownSettings.reader()
                .read(Map.of(), Map.of(), Optional.of(sample))
                .get(io.tributary.runtime.kafka.client.KafkaSettings.REPLICATION_FACTOR))
        .isEqualTo(3);
  }
}
