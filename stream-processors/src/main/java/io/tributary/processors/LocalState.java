package io.tributary.processors;

import io.tributary.runtime.files.DeleteTree;
import io.tributary.runtime.files.FolderLock;
import io.tributary.runtime.files.Ownership;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lock of one process on the folder of its state stores. Kafka Streams restores from changelogs the
 * stores that it does not find there:
 *
 * <ul>
 *   <li>all of a process that had other families, or ended a day ago, when changelogs may have lost
 *       their tombstones, are deleted;
 *   <li>those of a task with a damaged file are moved to a folder {@code <application>.damaged},
 *       which keeps the last damage.
 * </ul>
 *
 * <p>A file {@code <application>.stores} tells whether their process closed them, and then names
 * the files. Stores of a process that was killed are read through ({@link KilledStores}). The
 * file's time is the last at which the stores are known to have followed their changelogs.
 *
 * <p>Kafka Streams discards damaged stores as well, file by file. Killed meanwhile, it leaves
 * halves that no later start can open (KAFKA-9618), so they are moved away as one first.
 *
 * <p>Stores' folders are numbered by the order of all topics that are read, so with other families
 * a number means other stores.
 */
final class LocalState implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LocalState.class);

  /** Less than the brokers' {@code log.cleaner.delete.retention.ms}. */
  private static final Duration FRESH = Duration.ofHours(20);

  /** Changes with the stores, so that no other version opens them. */
  private static final String FORMAT = "2 ";

  /** Enough for standby states to catch up. */
  private static final Duration PERIOD = Duration.ofMinutes(10);

  private final FolderLock hold;
  private final InstantSource clock;
  private final ScheduledExecutorService notes =
      Executors.newSingleThreadScheduledExecutor(LocalState::daemon);
  private final Path folder;
  private final String application;

  /**
   * First line of the file while stores are open: format and families, which another process
   * shares.
   */
  private final String openMark;

  private final String closedMark;

  /** Time of the last note, if all followed. */
  private Optional<Instant> followed = Optional.empty();

  private StateFiles opened = StateFiles.read(List.of());

  private LocalState(
      FolderLock hold, Path folder, String application, Set<Family> families, InstantSource clock) {
    this.hold = hold;
    this.clock = clock;
    this.folder = folder;
    this.application = application;
    String stores =
        FORMAT + families.stream().sorted().map(Family::label).collect(Collectors.joining(","));
    this.openMark = "open " + stores;
    this.closedMark = "closed " + stores;
  }

  /**
   * Locks the stores of an application.
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
      LocalState state = new LocalState(hold, folder, application, families, clock);
      state.open();
      return state;
    } catch (IOException e) {
      hold.close();
      throw e;
    }
  }

  private void open() throws IOException {
    List<String> lines = lines();
    boolean usable = Set.of(openMark, closedMark).contains(lines.get(0)) && isFresh();
    if (!usable) {
      discard();
      mark(List.of(openMark), clock.instant());
      return;
    }
    if (lines.get(0).equals(closedMark)) {
      opened = StateFiles.of(stores());
      log.info("checked {} state files, {} MiB", opened.files().size(), opened.bytes() >> 20);
      setAside(StateFiles.read(lines).differences(opened));
    } else {
      log.info("the process before was killed; checks its stores");
      setAside(KilledStores.damages(stores()));
    }
    mark(List.of(openMark), followedUntil());
  }

  /**
   * Dates the file every ten minutes, for the case of a kill.
   *
   * @param following tells whether all states follow their changelogs
   */
  void follow(BooleanSupplier following) {
    long period = PERIOD.toMinutes();
    Future<?> unused =
        notes.scheduleWithFixedDelay(
            () -> note(following.getAsBoolean()), period, period, TimeUnit.MINUTES);
  }

  /** Dates the file with the last note: the machine may have slept since. */
  void note(boolean following) {
    if (following && followed.isPresent()) {
      try {
        Files.setLastModifiedTime(mark(), FileTime.from(followed.get()));
      } catch (IOException e) {
        log.warn("state stores are restored if this process is killed", e);
      }
    }
    followed = following ? Optional.of(clock.instant()) : Optional.empty();
  }

  private List<String> lines() throws IOException {
    if (!Files.exists(mark())) {
      return List.of("");
    }
    // a damaged one may be no text
    return List.of(new String(Files.readAllBytes(mark()), StandardCharsets.UTF_8).split("\n", -1));
  }

  private boolean isFresh() throws IOException {
    Duration age = Duration.between(followedUntil(), clock.instant());
    return !age.isNegative() && age.compareTo(FRESH) < 0;
  }

  private Instant followedUntil() throws IOException {
    return Files.getLastModifiedTime(mark()).toInstant();
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
    if (damages.isEmpty()) {
      return;
    }
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

  /**
   * Marks the stores as closed in order, for the next process.
   *
   * @param following false if some are older than now
   */
  void keep(boolean following) throws IOException {
    List<String> lines = new ArrayList<>(List.of(closedMark));
    lines.addAll(StateFiles.of(stores(), opened).lines());
    mark(lines, following ? clock.instant() : followedUntil());
  }

  private void mark(List<String> lines, Instant followed) throws IOException {
    Path next = folder.resolve(application + ".next");
    Files.write(next, lines);
    Files.setLastModifiedTime(next, FileTime.from(followed));
    Files.move(next, mark(), StandardCopyOption.ATOMIC_MOVE);
    // after a power cut a mark of closed stores must not come back beside open ones
    hold.force();
  }

  @Override
  public void close() throws IOException {
    notes.shutdownNow();
    hold.close();
  }

  private Path stores() {
    return folder.resolve(application);
  }

  private Path mark() {
    return folder.resolve(application + ".stores");
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "local-state");
    thread.setDaemon(true);
    return thread;
  }

  private void discard() throws IOException {
    Path discarded = folder.resolve(application + ".discarded");
    DeleteTree.delete(discarded);
    if (Files.isDirectory(stores())) {
      log.warn(
          "states are over {} hours old, or of other families, or of another version: restores all"
              + " of {} from Kafka",
          FRESH.toHours(),
          stores());
      Files.move(stores(), discarded);
      DeleteTree.delete(discarded);
    }
  }
}
