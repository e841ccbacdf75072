package io.tributary.runtime.config;

import io.tributary.runtime.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

public final class SecretFile {

  /** Rule for files with secrets. */
  public static final String RULE =
      "holds secrets, so other users must not be able to read it: chmod o= on the file";

  /** Rule for files with permissions. */
  public static final String WRITE_RULE = "must not be writable by other users: chmod o-w on it";

  private SecretFile() {}

  /** True if others than owner and group can write it. */
  public static boolean isWritable(Path file) {
    try {
      return Ownership.isOpenToOthers(file);
    } catch (IOException e) {
      throw new SettingsException(file + " cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }

  /** True if others than owner and group can read or write it. */
  public static boolean isOpen(Path file) {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      return permissions.contains(PosixFilePermission.OTHERS_READ)
          || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    } catch (IOException e) {
      throw new SettingsException(file + " cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }
}
