package io.tributary.cli.up;

import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
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
        Map.of("tokens", List.of(Map.of("name", "up", "sha256", sha256(token), "grants", grants))));
    return file;
  }

  private static String sha256(String token) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
