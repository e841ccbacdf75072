package io.tributary.runtime.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Texts for file failures; Java's own sometimes hold only the file's name. */
public final class FileFailure {

  private FileFailure() {}

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
