package io.tributary.harness.pipeline;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A file of service tokens and their grants, which can change while gateways read it. */
public final class ServiceTokens {

  /** A token of every file, with every grant. */
  public static final String ALL = "fake-service-token-for-tests-only";

  private final Path file;
  private final Map<String, String> entries = new LinkedHashMap<>();

  ServiceTokens(Path folder) {
    file = folder.resolve("service-tokens.json");
    put("all", ALL, Families.ALL.stream().map(family -> grant(family, "*")));
  }

  Path file() {
    return file;
  }

  /**
   * Lets the token in, for those tenants of the family alone.
   *
   * @param name whatever had this name before is replaced
   */
  public void grant(String name, String token, String family, String... tenants) {
    put(name, token, Arrays.stream(tenants).map(tenant -> grant(family, tenant)));
  }

  private void put(String name, String token, Stream<String> grants) {
    entries.put(
        name,
        "{\"name\":\"%s\",\"sha256\":\"%s\",\"grants\":%s}"
            .formatted(name, sha256(token), grants.collect(Collectors.joining(",", "[", "]"))));
    write();
  }

  private static String grant(String family, String tenant) {
    return "{\"family\":\"%s\",\"tenant\":\"%s\"}".formatted(family, tenant);
  }

  /** Takes a token out. */
  public void remove(String name) {
    entries.remove(name);
    write();
  }

  /** Breaks the file until it is written again. */
  public void spoil() {
    SecretsFile.replace(file, "{\"tokens\":[");
  }

  private void write() {
    SecretsFile.replace(file, "{\"tokens\":[" + String.join(",", entries.values()) + "]}\n");
  }

  private static String sha256(String token) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
