package io.tributary.embedded.child;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/** The TCP addresses on which a process listens, as the Linux kernel tells them. */
public final class ListeningSockets {
  private static final String LISTEN = "0A";
  private static final Set<String> LOOPBACK =
      Set.of("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000");

  private ListeningSockets() {}

  /** Addresses in the kernel's hexadecimal form that are not loopback ones. */
  public static Set<String> exposedBy(long pid) throws IOException {
    Set<String> exposed = hosts(pid);
    exposed.removeAll(LOOPBACK);
    return exposed;
  }

  /** Every address in the kernel's hexadecimal form, without the port. */
  static Set<String> hosts(long pid) throws IOException {
    Set<String> inodes = socketsOf(pid);
    Set<String> hosts = new TreeSet<>();
    for (String table : new String[] {"tcp", "tcp6"}) {
      Path path = Path.of("/proc", Long.toString(pid), "net", table);
      for (String row : Files.readAllLines(path)) {
        // sl local remote state queues timer retransmits uid timeout inode
        String[] columns = row.trim().split("\\s+", -1);
        if (columns[3].equals(LISTEN) && inodes.contains(columns[9])) {
          hosts.add(columns[1].substring(0, columns[1].indexOf(':')));
        }
      }
    }
    return hosts;
  }

  private static Set<String> socketsOf(long pid) throws IOException {
    Set<String> inodes = new HashSet<>();
    Path descriptors = Path.of("/proc", Long.toString(pid), "fd");
    try (DirectoryStream<Path> links = Files.newDirectoryStream(descriptors)) {
      for (Path link : links) {
        String target = target(link);
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring("socket:[".length(), target.length() - 1));
        }
      }
    }
    return inodes;
  }

  /** Target of a descriptor's link; empty once the process has closed it. */
  private static String target(Path link) throws IOException {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (NoSuchFileException e) {
      return "";
    }
  }
}
