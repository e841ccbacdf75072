package io.tributary.processors;

import io.tributary.runtime.files.FolderHold;
import io.tributary.runtime.files.Removal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The hold of one process on the folder of its state stores, and what becomes of stores that
 * outlive a process that died: they are discarded, and restored from their changelogs.
 *
 * <p>Kafka Streams discards such stores as well, file by file. Killed meanwhile, it leaves halves
 * that no later start can open (KAFKA-9618), so here they are moved away as one first.
 */
final class LocalState implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LocalState.class);

  private final FolderHold hold;
  private final Path closed;

  private LocalState(FolderHold hold, Path closed) {
    this.hold = hold;
    this.closed = closed;
  }

  /**
   * Takes hold of the stores of an application. While nobody has them open, a file {@code .closed}
   * beside their folder vouches for them.
   *
   * @param folder the setting {@code state.dir}; created if missing
   * @throws IOException if another process holds it, or it cannot be written
   */
  static LocalState hold(Path folder, String application) throws IOException {
    FolderHold hold =
        FolderHold.take(folder, application + ".lock")
            .orElseThrow(
                () -> new IOException("state.dir " + folder + " is in use by another process"));
    try {
      Path closed = folder.resolve(application + ".closed");
      if (Files.deleteIfExists(closed)) {
        // should it come back after a power cut, it would vouch for stores that nobody has closed
        hold.force();
      } else {
        discard(folder.resolve(application), folder.resolve(application + ".discarded"));
      }
      return new LocalState(hold, closed);
    } catch (IOException e) {
      hold.close();
      throw e;
    }
  }

  /** Says that all stores have been closed in order, so that the next process may use them. */
  void keep() throws IOException {
    Files.createFile(closed);
  }

  /** Lets go of the folder. */
  @Override
  public void close() throws IOException {
    hold.close();
  }

  private static void discard(Path stores, Path discarded) throws IOException {
    Removal.of(discarded);
    if (Files.isDirectory(stores)) {
      log.warn("the process before did not close {}; restores all from Kafka", stores);
      Files.move(stores, discarded);
      Removal.of(discarded);
    }
  }
}
