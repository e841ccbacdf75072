package io.tributary.processors;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
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

  private final FileChannel mark;

  private LocalState(FileChannel mark) {
    this.mark = mark;
  }

  /**
   * Takes hold of the stores of an application. Beside its folder lies a file {@code .open}, which
   * is empty when the process before has closed all of them.
   *
   * @param folder the setting {@code state.dir}; created if missing
   * @throws IOException if another process holds it, or it cannot be written
   */
  static LocalState hold(Path folder, String application) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
    }
    Path stores = folder.resolve(application);
    Path file = folder.resolve(application + ".open");
    boolean unmarked = Files.notExists(file);
    FileChannel mark = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (!tryLock(mark)) {
        throw new IOException("state.dir " + folder + " is in use by another process");
      }
      if (unmarked || mark.size() > 0) {
        discard(stores, folder.resolve(application + ".discarded"));
      }
      mark.write(ByteBuffer.wrap(new byte[] {'\n'}), 0);
      mark.force(true);
      return new LocalState(mark);
    } catch (IOException e) {
      mark.close();
      throw e;
    }
  }

  /** Says that all stores have been closed in order, so that the next process may use them. */
  void keep() throws IOException {
    mark.truncate(0);
  }

  /** Lets go of the folder. */
  @Override
  public void close() throws IOException {
    mark.close();
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException heldByThisProcess) {
      return false;
    }
  }

  private static void discard(Path stores, Path discarded) throws IOException {
    delete(discarded);
    if (Files.isDirectory(stores)) {
      log.warn("the process before did not close {}; restores all from Kafka", stores);
      Files.move(stores, discarded);
      delete(discarded);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      List<Path> deepestFirst;
      try (Stream<Path> all = Files.walk(folder)) {
        deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
    }
  }
}
