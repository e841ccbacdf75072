package io.tributary.runtime.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Words for failures of files, of which Java gives some as the file's name alone. */
public final class FileFailure {

  private FileFailure() {}

  /** The failure in words, which name the file. */
  public static String words(IOException failure) {
    if (!(failure instanceof FileSystemException known) || known.getReason() != null) {
      return String.valueOf(failure.getMessage());
    }
    if (failure instanceof NoSuchFileException) {
      return known.getFile() + ": no such file or folder";
    }
    return known.getFile()
        + (failure instanceof AccessDeniedException
            ? ": permission denied"
            : ": " + failure.getClass().getSimpleName());
  }
}
