package io.tributary.cli.up;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.tributary.cli.process.CommandException;
import io.tributary.runtime.ambient.Ambient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Secrets that nobody has given: made once for a data folder, kept there in a file that only its
 * owner can read, used again ever after.
 */
record UpSecrets(
    String adminToken, String apiKeyPepper, String confirmationKey, String serviceToken) {

  private static final String FILE = "secrets.json";
  private static final int BYTES = 32;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Those of the folder; missing ones are made and added to its file. */
  static UpSecrets in(Path folder, Ambient ambient) throws IOException {
    Path file = folder.resolve(FILE);
    Map<String, String> kept = new LinkedHashMap<>(read(file));
    Map<String, String> before = Map.copyOf(kept);
    UpSecrets secrets =
        new UpSecrets(
            secret(kept, "admin_token", ambient),
            secret(kept, "api_key_pepper", ambient),
            secret(kept, "confirmation_key", ambient),
            secret(kept, "service_token", ambient));
    if (!before.equals(kept)) {
      write(file, kept);
    }
    return secrets;
  }

  /** Tokens of the folder by the variable that examples use; fails where none were made. */
  static Map<String, String> tokens(Path folder) throws IOException {
    Map<String, String> kept = read(folder.resolve(FILE));
    Map<String, String> tokens = new LinkedHashMap<>();
    for (String name : List.of("admin_token", "service_token")) {
      String token = kept.get(name);
      if (token == null) {
        throw CommandException.failed(
            folder + " has no tokens; `tributary up --data " + folder + "` makes them");
      }
      tokens.put(name.toUpperCase(Locale.ROOT), token);
    }
    return tokens;
  }

  private static String secret(Map<String, String> kept, String name, Ambient ambient) {
    return kept.computeIfAbsent(
        name,
        missing -> {
          byte[] bytes = new byte[BYTES];
          ambient.secrets().nextBytes(bytes);
          return HexFormat.of().formatHex(bytes);
        });
  }

  private static Map<String, String> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Map.of();
    }
    try {
      return JSON.readValue(file.toFile(), new TypeReference<Map<String, String>>() {});
    } catch (com.fasterxml.jackson.core.JacksonException e) {
      throw CommandException.failed(file + " is not a JSON object of texts");
    }
  }

  /** Never readable by others, and whole or not at all, even if the process is killed meanwhile. */
  static void write(Path file, Object content) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(draft);
    Files.createFile(
        draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(draft, JSON.writeValueAsBytes(content));
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public String toString() {
    return "UpSecrets(secret)";
  }
}
