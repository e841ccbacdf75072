package io.tributary.processors;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.processors.dedupe.DigestStore;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores of three tasks, damaged at random while they are closed. */
final class StateDamageTest {

  private static final int ROUNDS = 500;
  private static final int MOST_DAMAGES = 3;
  private static final int TASKS = 3;
  private static final int ENTRIES = 200;
  private static final Set<Family> FAMILIES = Set.of(Family.DEVICES);

  /** Damages to a file; the other one is of any store. */
  private enum Damage {
    FLIP,
    CUT,
    GROW,
    REMOVE,
    EXCHANGE,
    COPY;

    void to(Path file, Path other, Random random) throws IOException {
      byte[] bytes = Files.readAllBytes(file);
      switch (this) {
        case FLIP -> {
          if (bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
          }
          Files.write(file, bytes);
        }
        case CUT -> Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
        case GROW -> Files.write(file, Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(99)));
        case REMOVE -> Files.delete(file);
        case EXCHANGE -> {
          Files.write(file, Files.readAllBytes(other));
          Files.write(other, bytes);
        }
        case COPY -> Files.write(other.resolveSibling("1" + random.nextInt(999) + "-0.ids"), bytes);
      }
    }
  }

  private final Path closed;
  private final Path folder;

  StateDamageTest(@TempDir Path closed, @TempDir Path folder) {
    this.closed = closed;
    this.folder = folder;
  }

  @Test
  void shouldFindEachTaskAsItWasClosedOrNotAtAll() throws IOException {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("damages of state: -Dseed=" + seed);
    Random random = new Random(seed);
    try (LocalState state = hold(closed)) {
      for (int task = 0; task < TASKS; task++) {
        fill(closed, task);
      }
      state.keep();
    }
    Map<String, Long> before = files(closed);
    Set<String> tasks = tasks(before);
    int restored = 0;

    for (int round = 0; round < ROUNDS; round++) {
      copy();
      for (int damages = 1 + random.nextInt(MOST_DAMAGES); damages > 0; damages--) {
        damage(random);
      }
      boolean whole = files(folder).equals(before) && isMarked();

      hold(folder).close();

      Map<String, Long> found = files(folder);
      Set<String> there = tasks(found);
      Map<String, Long> expected = new TreeMap<>(before);
      expected.keySet().removeIf(file -> !there.contains(task(file)));
      assertThat(found).as("round %d", round).isEqualTo(expected);
      restored += tasks.size() - there.size();
      if (whole) {
        assertThat(there).isEqualTo(tasks);
      }
    }
    assertThat(restored).isBetween(ROUNDS, TASKS * ROUNDS - ROUNDS / 20);
  }

  /** True while the mark of an orderly end is as it was written. */
  private boolean isMarked() throws IOException {
    Path mark = folder.resolve("app.closed");
    return Files.exists(mark) && Files.mismatch(mark, closed.resolve("app.closed")) < 0;
  }

  private static LocalState hold(Path folder) throws IOException {
    return LocalState.hold(folder, "app", FAMILIES, InstantSource.system());
  }

  private void damage(Random random) throws IOException {
    List<Path> all = stateFiles(folder);
    if (all.size() > 1) {
      Damage any = Damage.values()[random.nextInt(Damage.values().length)];
      any.to(all.get(random.nextInt(all.size())), all.get(random.nextInt(all.size())), random);
    }
  }

  /** Copies what was closed, with the times of files. */
  private void copy() throws IOException {
    for (Path old : stateFiles(folder)) {
      Files.delete(old);
    }
    try (Stream<Path> all = Files.walk(closed)) {
      for (Path from : all.skip(1).toList()) {
        Path to = folder.resolve(closed.relativize(from).toString());
        if (Files.isDirectory(from)) {
          Files.createDirectories(to);
        } else {
          Files.copy(
              from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  /** Checksums of state files, by path. */
  private static Map<String, Long> files(Path folder) throws IOException {
    Map<String, Long> sums = new TreeMap<>();
    for (Path file : stateFiles(folder.resolve("app"))) {
      CRC32 sum = new CRC32();
      sum.update(Files.readAllBytes(file));
      sums.put(folder.relativize(file).toString(), sum.getValue());
    }
    return sums;
  }

  private static List<Path> stateFiles(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).filter(StateDamageTest::isState).sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  private static boolean isState(Path file) {
    return !Set.of("LOCK", "LOG", ".lock", "app.lock").contains(file.getFileName().toString());
  }

  private static Set<String> tasks(Map<String, Long> files) {
    Set<String> tasks = new TreeSet<>();
    files.keySet().forEach(file -> tasks.add(task(file)));
    return tasks;
  }

  private static String task(String file) {
    return Path.of(file).getName(1).toString();
  }

  private static void fill(Path folder, int task) throws IOException {
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    config.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, StoreFiles.class);
    config.put(StoreFiles.MEMORY, 32L * 1024 * 1024);
    TaskId id = new TaskId(task, 0);
    Path there = Files.createDirectories(folder.resolve("app").resolve(id.toString()));
    StateStoreContext context =
        new MockProcessorContext<>(config, id, there.toFile()).getStateStoreContext();
    for (KeyValueStore<Bytes, byte[]> store :
        List.of(Stores.persistentKeyValueStore("states").get(), new DigestStore("seen"))) {
      store.init(context, store);
      for (int entry = 0; entry < ENTRIES; entry++) {
        byte[] key = ByteBuffer.allocate(16).putInt(task).putInt(entry).array();
        store.put(Bytes.wrap(key), ByteBuffer.allocate(8).putLong(entry * 1_728_000L).array());
      }
      store.commit(Map.of());
      store.close();
    }
  }
}
