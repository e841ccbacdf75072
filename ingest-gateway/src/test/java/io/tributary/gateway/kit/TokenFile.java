package io.tributary.gateway.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes files of service tokens. */
public final class TokenFile {

  private TokenFile() {}

  /** A new file with these entries. */
  public static Path create(String... entries) {
    try {
      Path file = Files.createTempFile("service-tokens", ".json");
      file.toFile().deleteOnExit();
      return write(file, entries);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file with these entries and no others. */
  public static Path write(Path file, String... entries) {
    return replace(file, text(entries));
  }

  /** The file with that text, at once: nobody sees half of it. */
  public static Path replace(Path file, String text) {
    try {
      Path beside = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
      Files.setPosixFilePermissions(beside, PosixFilePermissions.fromString("rw-------"));
      return Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a file with these entries holds. */
  public static String text(String... entries) {
    return "{\"tokens\":[" + String.join(",", entries) + "]}";
  }

  /** An entry; each grant is {@code family:tenant}. */
  public static String entry(String name, String token, String... grants) {
    List<String> objects =
        Stream.of(grants)
            .map(grant -> grant.split(":", 2))
            .map(parts -> "{\"family\":\"%s\",\"tenant\":\"%s\"}".formatted(parts[0], parts[1]))
            .collect(Collectors.toList());
    return "{\"name\":\"%s\",\"sha256\":\"%s\",\"grants\":[%s]}"
        .formatted(name, sha256(token), String.join(",", objects));
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
