package io.tributary.asyncapi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Writes {@code asyncapi.yaml} into the jar; part of every build. */
class AsyncApiFile {

  @Test
  void shouldBeWritten() throws IOException {
    Path file = Path.of("target/classes/asyncapi.yaml");

    Files.writeString(file, AsyncApiPage.text());

    assertThat(file).isNotEmptyFile();
  }
}
