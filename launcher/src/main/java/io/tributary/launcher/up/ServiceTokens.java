package io.tributary.launcher.up;

import io.tributary.schemas.key.Sha256;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The file of service tokens that is made when none is given: one token with every grant. */
final class ServiceTokens {

  private ServiceTokens() {}

  /** Writes the file into the folder and returns it. */
  static Path write(Path folder, String token) throws IOException {
    List<Map<String, String>> grants =
        Arrays.stream(Family.values())
            .map(family -> Map.of("family", family.label(), "tenant", "*"))
            .toList();
    Path file = folder.resolve("service-tokens.json");
    UpSecrets.write(
        file,
        Map.of(
            "tokens",
            List.of(Map.of("name", "up", "sha256", Sha256.hex(token), "grants", grants))));
    return file;
  }
}
