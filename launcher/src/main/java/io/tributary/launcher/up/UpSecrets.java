package io.tributary.launcher.up;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.tributary.operations.OperationException;
import io.tributary.operations.requests.ProviderAccount;
import io.tributary.runtime.config.SecretFile;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.files.FileFailure;
import io.tributary.runtime.files.Ownership;
import io.tributary.schemas.key.Sha256;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Created secrets, kept in a file of the data folder that only its owner can read. */
final class UpSecrets {

  static final String ADMIN_TOKEN = "admin_token";
  static final String SERVICE_TOKEN = "service_token";
  static final String CHANNEL_SECRET = "channel_secret";

  static final String FILE = "secrets.json";
  private static final int BYTES = 32;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private UpSecrets() {}

  /** Secrets of a folder; missing ones are created and added to its file. */
  static Map<String, String> in(Path folder, List<String> names, RuntimeContext runtime)
      throws IOException {
    Path file = folder.resolve(FILE);
    Map<String, String> before = read(file);
    Map<String, String> kept = new LinkedHashMap<>(before);
    Map<String, String> secrets = new LinkedHashMap<>();
    names.forEach(name -> secrets.put(name, secret(kept, name, runtime)));
    if (!before.equals(kept)) {
      write(file, kept);
    }
    return secrets;
  }

  /** Tokens of a folder by the variables of examples and of commands; throws without any. */
  static Map<String, String> tokens(Path folder) throws IOException {
    Map<String, String> tokens = new LinkedHashMap<>(read(folder.resolve(FILE)));
    tokens.keySet().retainAll(List.of(ADMIN_TOKEN, SERVICE_TOKEN, CHANNEL_SECRET));
    if (tokens.isEmpty()) {
      throw OperationException.failed(
          folder + " has no tokens; `tributary up --data " + folder + "` makes them");
    }
    Map<String, String> variables = new LinkedHashMap<>();
    tokens.forEach((name, token) -> variables.put(name.toUpperCase(Locale.ROOT), token));
    Stream.of(ADMIN_TOKEN, SERVICE_TOKEN)
        .map(name -> name.toUpperCase(Locale.ROOT))
        .filter(variables::containsKey)
        .toList()
        .forEach(
            name ->
                variables.put(
                    Settings.VARIABLE_PREFIX + name, Objects.requireNonNull(variables.get(name))));
    return variables;
  }

  private static String secret(Map<String, String> kept, String name, RuntimeContext runtime) {
    return kept.computeIfAbsent(
        name,
        missing -> {
          byte[] bytes = new byte[BYTES];
          runtime.secrets().nextBytes(bytes);
          return HexFormat.of().formatHex(bytes);
        });
  }

  static Map<String, String> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Map.of();
    }
    try {
      Ownership.requireOwner(file);
    } catch (IOException e) {
      throw OperationException.failed(FileFailure.words(e));
    }
    if (SecretFile.isOpen(file)) {
      throw OperationException.failed(file + " " + SecretFile.RULE);
    }
    try (InputStream text = Files.newInputStream(file)) {
      return JSON.readValue(text, new TypeReference<Map<String, String>>() {});
    } catch (com.fasterxml.jackson.core.JacksonException e) {
      throw OperationException.failed(file + " is not a JSON object of texts");
    }
  }

  /** Writes a file of service tokens with one token that has every grant. */
  static Path writeServiceTokens(Path folder, String token) throws IOException {
    List<Map<String, String>> grants =
        Arrays.stream(Family.values())
            .map(family -> Map.of("family", family.label(), "tenant", "*"))
            .toList();
    Path file = folder.resolve("service-tokens.json");
    Map<String, ?> one = Map.of("name", "up", "sha256", Sha256.hex(token), "grants", grants);
    write(file, Map.of("tokens", List.of(one)));
    return file;
  }

  /** Writes a file with an account of each provider that signs with a secret. */
  static Path writeChannelAccounts(Path folder, String secret) throws IOException {
    Path file = folder.resolve("channel-accounts.json");
    write(file, Map.of("accounts", ProviderAccount.examples(secret)));
    return file;
  }

  /** Private to the owner, and atomic even if the process is killed. */
  static void write(Path file, Object content) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(draft);
    Files.createFile(
        draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.write(draft, JSON.writeValueAsBytes(content));
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
