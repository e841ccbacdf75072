package io.tributary.processors;

import io.tributary.runtime.files.DeleteTree;
import io.tributary.runtime.files.FolderLock;
import io.tributary.runtime.files.Ownership;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lock of one process on the folder of its state stores. Kafka Streams restores from changelogs the
 * stores that it does not find there:
 *
 * <ul>
 *   <li>all of a process that died, had other families, or ended a day ago, when changelogs may
 *       have lost their tombstones, are deleted;
 *   <li>those of a task with a damaged file are moved to a folder {@code <application>.damaged},
 *       which keeps the last damage.
 * </ul>
 *
 * <p>Kafka Streams discards such stores as well, file by file. Killed meanwhile, it leaves halves
 * that no later start can open (KAFKA-9618), so they are moved away as one first.
 *
 * <p>Stores' folders are numbered by the order of all topics that are read, so with other families
 * a number means other stores.
 */
final class LocalState implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LocalState.class);

  /** Less than the brokers' {@code log.cleaner.delete.retention.ms}. */
  private static final Duration FRESH = Duration.ofHours(20);

  private final FolderLock hold;
  private final Path folder;
  private final String application;
  private final String families;
  private StateFiles opened = StateFiles.read(List.of());

  private LocalState(FolderLock hold, Path folder, String application, Set<Family> families) {
    this.hold = hold;
    this.folder = folder;
    this.application = application;
    this.families = families.stream().sorted().map(Family::label).collect(Collectors.joining(","));
  }

  /**
   * Locks the stores of an application. While they are closed, a file {@code .closed} beside their
   * folder marks them as usable, and names their families and files.
   *
   * @param folder the setting {@code state.dir}; created if missing
   * @throws IOException if another process holds it, or other users can write it, or this one
   *     cannot
   */
  static LocalState hold(Path folder, String application, Set<Family> families, InstantSource clock)
      throws IOException {
    FolderLock hold =
        FolderLock.take(folder, application + ".lock")
            .orElseThrow(
                () -> new IOException("state.dir " + folder + " is in use by another process"));
    try {
      Ownership.requireFolder(folder);
      LocalState state = new LocalState(hold, folder, application, families);
      state.open(clock);
      return state;
    } catch (IOException e) {
      hold.close();
      throw e;
    }
  }

  private void open(InstantSource clock) throws IOException {
    List<String> lines = closedInOrder(clock);
    if (Files.deleteIfExists(closed())) {
      // after a power cut it must not come back beside open stores
      hold.force();
    }
    if (lines.isEmpty()) {
      discard();
      return;
    }
    opened = StateFiles.of(stores());
    SortedMap<String, String> damages = StateFiles.read(lines).differences(opened);
    log.info("checked {} state files, {} MiB", opened.files().size(), opened.bytes() >> 20);
    if (!damages.isEmpty()) {
      setAside(damages);
    }
  }

  /** Lines of the file {@code .closed}; none if the stores are of no use. */
  private List<String> closedInOrder(InstantSource clock) throws IOException {
    if (!Files.exists(closed())) {
      return List.of();
    }
    // a damaged one may be no text
    String text = new String(Files.readAllBytes(closed()), StandardCharsets.UTF_8);
    List<String> lines = List.of(text.split("\n"));
    Duration age =
        Duration.between(Files.getLastModifiedTime(closed()).toInstant(), clock.instant());
    boolean fresh = !age.isNegative() && age.compareTo(FRESH) < 0;
    return fresh && lines.size() > 1 && lines.get(0).equals(families) ? lines : List.of();
  }

  /** Moves all stores out of the way; they are restored. */
  void setAside(String damage) throws IOException {
    SortedMap<String, String> all = new TreeMap<>();
    try (Stream<Path> tasks = Files.list(stores())) {
      tasks.forEach(task -> all.put(task.getFileName().toString(), damage));
    }
    setAside(all);
  }

  private void setAside(SortedMap<String, String> damages) throws IOException {
    Path aside = folder.resolve(application + ".damaged");
    DeleteTree.delete(aside);
    Files.createDirectory(aside);
    for (String task : damages.keySet()) {
      Path there = stores().resolve(task);
      if (Files.exists(there)) {
        Files.move(there, aside.resolve(task));
      }
    }
    log.warn(
        "damaged state is moved to {}, and restored from Kafka: {}",
        aside,
        damages.values().stream().distinct().toList());
  }

  /** Marks the stores as closed in order, for the next process. */
  void keep() throws IOException {
    List<String> lines = new ArrayList<>(List.of(families));
    lines.addAll(StateFiles.of(stores(), opened).lines());
    Files.write(closed(), lines, StandardOpenOption.CREATE_NEW);
  }

  @Override
  public void close() throws IOException {
    hold.close();
  }

  private Path stores() {
    return folder.resolve(application);
  }

  private Path closed() {
    return folder.resolve(application + ".closed");
  }

  private void discard() throws IOException {
    Path discarded = folder.resolve(application + ".discarded");
    DeleteTree.delete(discarded);
    if (Files.isDirectory(stores())) {
      log.warn(
          "the process before did not close {} in the last {} hours, or had other families;"
              + " restores all from Kafka",
          stores(),
          FRESH.toHours());
      Files.move(stores(), discarded);
      keepProcessId(discarded);
      DeleteTree.delete(discarded);
    }
  }

  /** The id by which brokers know a process again, so that it goes on with its partitions. */
  private void keepProcessId(Path discarded) throws IOException {
    Path id = discarded.resolve("kafka-streams-process-metadata");
    if (Files.exists(id)) {
      Files.createDirectory(stores());
      Files.move(id, stores().resolve(id.getFileName()));
    }
  }
}
