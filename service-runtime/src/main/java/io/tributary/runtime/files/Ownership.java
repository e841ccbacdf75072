package io.tributary.runtime.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Iterator;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Refuses files that other users put there, or can change. Owners may be this process's user and
 * root. Without POSIX permissions everything passes.
 */
public final class Ownership {

  private static final int ROOT = 0;

  /** Folders of servers and their logs; below are their own files. */
  private static final int DEPTH = 2;

  private Ownership() {}

  /** True if users beside owner and group can write it; links are followed. */
  public static boolean isOpenToOthers(Path path) throws IOException {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
      return permissions.contains(PosixFilePermission.OTHERS_WRITE);
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  /** Requires a folder that others do not own, nor can write; IOException names the rule. */
  public static void requireFolder(Path folder) throws IOException {
    requireOwner(folder);
    if (isOpenToOthers(folder)) {
      throw new IOException(
          folder + ": other users can write it; look what is in it, then chmod o-w");
    }
  }

  /** Requires content that others do not own: files, folders, links and their targets. */
  public static void requireContent(Path folder) throws IOException {
    try (Stream<Path> content = Files.walk(folder, DEPTH)) {
      Iterator<Path> entries = content.skip(1).iterator();
      while (entries.hasNext()) {
        requireOwner(entries.next());
      }
    }
  }

  /** Requires a file, also behind a link, that others do not own. */
  public static void requireOwner(Path path) throws IOException {
    try {
      requireOwner(path, owner(path, LinkOption.NOFOLLOW_LINKS));
      if (Files.isSymbolicLink(path) && Files.exists(path)) {
        requireOwner(path, owner(path));
      }
    } catch (UnsupportedOperationException | IllegalArgumentException e) {
      // This file system knows no owners by number
    }
  }

  private static void requireOwner(Path path, int owner) throws IOException {
    if (owner != ROOT && owner != Self.USER) {
      throw new IOException(path + ": belongs to another user");
    }
  }

  private static int owner(Path path, LinkOption... options) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:uid", options);
  }

  private static final class Self {

    static final int USER = user();

    private static int user() {
      try {
        Path file = Files.createTempFile("tributary-", ".owner");
        try {
          return owner(file);
        } finally {
          Files.delete(file);
        }
      } catch (IOException e) {
        return ROOT;
      }
    }
  }
}
