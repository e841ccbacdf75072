package io.tributary.runtime.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Refuses files that other users put there, or can change. Owners may be this process's user and
 * root. Without POSIX permissions everything passes.
 */
public final class Ownership {

  private static final int ROOT = 0;

  private Ownership() {}

  /** True if users beside owner and group can write it; links are followed. */
  public static boolean isOpenToOthers(Path path) throws IOException {
    return permits(path, PosixFilePermission.OTHERS_WRITE);
  }

  private static boolean permits(Path path, PosixFilePermission permission) throws IOException {
    try {
      return Files.getPosixFilePermissions(path).contains(permission);
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  /** Requires a folder that others do not own, nor can write; IOException names the rule. */
  public static void requireFolder(Path folder) throws IOException {
    requireOwner(folder);
    requireClosed(folder);
  }

  private static void requireClosed(Path path) throws IOException {
    if (isOpenToOthers(path)) {
      throw new IOException(
          path + ": other users can write it; look what is in it, then chmod o-w");
    }
  }

  /**
   * Requires files, folders, links and their targets that others do not own, nor can write where
   * they can reach them.
   */
  public static void requireContent(Path folder) throws IOException {
    boolean open = permits(folder, PosixFilePermission.OTHERS_EXECUTE);
    try (Stream<Path> content = Files.walk(folder)) {
      Iterator<Path> entries = content.skip(1).iterator();
      while (entries.hasNext()) {
        Path entry = entries.next();
        requireOwner(entry);
        boolean link = Files.isSymbolicLink(entry);
        if ((open || link) && (Files.isRegularFile(entry) || Files.isDirectory(entry))) {
          requireClosed(entry);
        }
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
