package io.tributary.project.supply;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** The jars of a folder. */
final class Jars {

  private static final String OURS = "META-INF/maven/io.tributary/";

  private final Path folder;

  /** SHA-256 by name. */
  private final NavigableMap<String, String> all = new TreeMap<>();

  Jars(Path folder) throws IOException {
    this.folder = folder;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        all.put(file.getFileName().toString(), digest(file));
      }
    }
  }

  /** SHA-256, hexadecimal, by file name. */
  Map<String, String> all() {
    return Map.copyOf(all);
  }

  Optional<String> sha256(String jar) {
    return Optional.ofNullable(all.get(jar));
  }

  /** The names of those that others have made. */
  List<String> ofOthers() throws IOException {
    List<String> names = new ArrayList<>();
    for (String jar : all.keySet()) {
      if (entries(jar).stream().noneMatch(entry -> entry.startsWith(OURS))) {
        names.add(jar);
      }
    }
    return names;
  }

  /** What is in a jar, which must be there. */
  List<String> entries(String jar) throws IOException {
    try (JarFile file = new JarFile(folder.resolve(jar).toFile())) {
      return file.stream().map(ZipEntry::getName).toList();
    }
  }

  private static String digest(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
