package io.tributary.harness.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Which addresses a process listens on, as the kernel tells it. */
public final class ListeningSockets {

  private static final String LISTEN = "0A";

  private ListeningSockets() {}

  /**
   * Local addresses of a process's TCP listeners as {@code address:port} in the kernel's
   * hexadecimal form; {@code 0100007F} is 127.0.0.1.
   */
  public static List<String> of(long pid) {
    Set<String> sockets = socketsOf(pid);
    List<String> addresses = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      Path file = Path.of("/proc", Long.toString(pid), "net", table);
      RunningProcess.read(file)
          .lines()
          .skip(1)
          .map(line -> line.trim().split("\\s+", -1))
          .filter(columns -> columns[3].equals(LISTEN) && sockets.contains(columns[9]))
          .forEach(columns -> addresses.add(columns[1]));
    }
    return addresses;
  }

  private static Set<String> socketsOf(long pid) {
    Set<String> inodes = new HashSet<>();
    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
      for (Path file : files.toList()) {
        String target = targetOf(file);
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring("socket:[".length(), target.length() - 1));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return inodes;
  }

  private static String targetOf(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      // Closed since it was listed.
      return "";
    }
  }
}
