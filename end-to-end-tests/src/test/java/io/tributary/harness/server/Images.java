package io.tributary.harness.server;

import io.tributary.harness.process.Launcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.testcontainers.utility.DockerImageName;

/** Images that tests run on; their versions are those of {@code docker-compose.yml}. */
enum Images {
  KAFKA("apache/kafka"),
  DYNAMODB("amazon/dynamodb-local");

  private final String repository;

  Images(String repository) {
    this.repository = repository;
  }

  DockerImageName pinned() {
    String line = "image: " + repository + ":";
    try {
      return Files.readAllLines(Launcher.ROOT.resolve("docker-compose.yml")).stream()
          .map(String::strip)
          .filter(text -> text.startsWith(line))
          .map(text -> DockerImageName.parse(text.substring("image: ".length())))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("docker-compose.yml has no " + line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
