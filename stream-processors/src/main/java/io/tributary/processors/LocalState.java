package io.tributary.processors;

import io.tributary.runtime.files.DeleteTree;
import io.tributary.runtime.files.FolderLock;
import io.tributary.runtime.files.Ownership;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lock of one process on the folder of its state stores. Stores of a process that died, or had
 * other families, are discarded and restored from their changelogs.
 *
 * <p>Kafka Streams discards such stores as well, file by file. Killed meanwhile, it leaves halves
 * that no later start can open (KAFKA-9618), so they are moved away as one first.
 *
 * <p>Stores' folders are numbered by the order of all topics that are read, so with other families
 * a number means other stores.
 */
final class LocalState implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LocalState.class);

  private final FolderLock hold;
  private final Path closed;
  private final String families;

  private LocalState(FolderLock hold, Path closed, String families) {
    this.hold = hold;
    this.closed = closed;
    this.families = families;
  }

  /**
   * Locks the stores of an application. While they are closed, a file {@code .closed} beside their
   * folder marks them as usable, and names their families.
   *
   * @param folder the setting {@code state.dir}; created if missing
   * @throws IOException if another process holds it, or other users can write it, or this one
   *     cannot
   */
  static LocalState hold(Path folder, String application, Set<Family> families) throws IOException {
    FolderLock hold =
        FolderLock.take(folder, application + ".lock")
            .orElseThrow(
                () -> new IOException("state.dir " + folder + " is in use by another process"));
    try {
      Ownership.requireFolder(folder);
      Path closed = folder.resolve(application + ".closed");
      String labels = labels(families);
      boolean usable = Files.exists(closed) && Files.readString(closed).equals(labels);
      if (Files.deleteIfExists(closed)) {
        // after a power cut it must not come back beside open stores
        hold.force();
      }
      if (!usable) {
        discard(folder.resolve(application), folder.resolve(application + ".discarded"));
      }
      return new LocalState(hold, closed, labels);
    } catch (IOException e) {
      hold.close();
      throw e;
    }
  }

  /** Marks the stores as closed in order, for the next process. */
  void keep() throws IOException {
    Files.writeString(closed, families, StandardOpenOption.CREATE_NEW);
  }

  @Override
  public void close() throws IOException {
    hold.close();
  }

  private static String labels(Set<Family> families) {
    return families.stream().sorted().map(Family::label).collect(Collectors.joining(","));
  }

  private static void discard(Path stores, Path discarded) throws IOException {
    DeleteTree.delete(discarded);
    if (Files.isDirectory(stores)) {
      log.warn(
          "the process before did not close {}, or had other families; restores all from Kafka",
          stores);
      Files.move(stores, discarded);
      DeleteTree.delete(discarded);
    }
  }
}
