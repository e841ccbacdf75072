package io.tributary.runtime.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Deletes a folder with its content. */
public final class DeleteTree extends SimpleFileVisitor<Path> {

  private DeleteTree() {}

  /** Ignores files that vanish meanwhile, and a missing folder. */
  public static void delete(Path folder) throws IOException {
    Files.walkFileTree(folder, new DeleteTree());
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
    return remove(file);
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
    if (failure instanceof NoSuchFileException) {
      return FileVisitResult.CONTINUE;
    }
    throw failure;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
      throws IOException {
    return remove(folder);
  }

  private static FileVisitResult remove(Path path) throws IOException {
    Files.deleteIfExists(path);
    return FileVisitResult.CONTINUE;
  }
}
