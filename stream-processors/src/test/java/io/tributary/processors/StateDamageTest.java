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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.internals.WriteAheadRocksDBStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores of three tasks, damaged at random while no process has them. */
final class StateDamageTest {

  private static final int ROUNDS = 500;
  private static final int MOST_DAMAGES = 3;
  private static final int TASKS = 3;
  private static final int ENTRIES = 200;

  /** Entries that are committed while the others are not. */
  private static final long COMMITTED = 191;

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

  private static final int KILLED_ROUNDS = 60;
  private static final TopicPartition CHANGELOG = new TopicPartition("changelog", 0);

  private final List<KeyValueStore<Bytes, byte[]>> stores = new ArrayList<>();
  private final Random random;
  private final Path saved;
  private final Path folder;

  StateDamageTest(@TempDir Path saved, @TempDir Path folder) {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("damages of state: -Dseed=" + seed);
    this.random = new Random(seed);
    this.saved = saved;
    this.folder = folder;
  }

  @Test
  void shouldFindEachTaskAsItWasClosedOrNotAtAll() throws IOException {
    try (LocalState state = hold(saved)) {
      fill();
      for (StateStore store : stores) {
        store.commit(Map.of(CHANGELOG, (long) ENTRIES));
        store.close();
      }
      state.keep(true);
    }
    Map<String, Long> before = files(saved);
    Set<String> tasks = tasks(before);
    int restored = 0;

    for (int round = 0; round < ROUNDS; round++) {
      copy();
      damage(Damage.values());
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

  /** Whatever is missing at the end is read from the changelog, beginning at the offset. */
  @Test
  void shouldFindEachStoreOfAKilledProcessAsOfItsOffset() throws IOException {
    LocalState killed = hold(saved);
    fill();
    copy();
    hold(folder).close();
    assertThat(offsets()).containsOnly(COMMITTED).hasSize(2 * TASKS);
    int restored = 0;

    for (int round = 0; round < KILLED_ROUNDS; round++) {
      copy();
      damage(Damage.FLIP, Damage.CUT, Damage.GROW, Damage.REMOVE);

      hold(folder).close();

      restored += Collections.frequency(offsets(), 0L);
    }
    assertThat(restored).isBetween(KILLED_ROUNDS / 2, TASKS * KILLED_ROUNDS);
    stores.forEach(StateStore::close);
    killed.close();
  }

  /** Offsets of the stores in the folder, with the entries of before the offset in each. */
  private List<Long> offsets() throws IOException {
    List<Long> offsets = new ArrayList<>();
    for (int task = 0; task < TASKS; task++) {
      for (KeyValueStore<Bytes, byte[]> store : open(folder, task)) {
        Long committed = store.committedOffset(CHANGELOG);
        long offset = committed == null ? 0 : committed;
        assertEntries(store, task, offset);
        offsets.add(offset);
        store.close();
      }
    }
    return offsets;
  }

  private static void assertEntries(KeyValueStore<Bytes, byte[]> store, int task, long offset) {
    for (int entry = 0; entry < ENTRIES; entry++) {
      assertThat(store.get(key(task, entry)))
          .as("task %d, %s, entry %d", task, store.name(), entry)
          .isEqualTo(entry < offset ? value(entry) : null);
    }
  }

  /** True while the mark of an orderly end is as it was written. */
  private boolean isMarked() throws IOException {
    Path mark = folder.resolve("app.stores");
    return Files.exists(mark) && Files.mismatch(mark, saved.resolve("app.stores")) < 0;
  }

  private static LocalState hold(Path folder) throws IOException {
    return LocalState.hold(folder, "app", FAMILIES, InstantSource.system());
  }

  private void damage(Damage... kinds) throws IOException {
    for (int damages = 1 + random.nextInt(MOST_DAMAGES); damages > 0; damages--) {
      List<Path> all = stateFiles(folder);
      if (all.size() > 1) {
        Damage any = kinds[random.nextInt(kinds.length)];
        any.to(all.get(random.nextInt(all.size())), all.get(random.nextInt(all.size())), random);
      }
    }
  }

  /** Copies what was saved, with the times of files. */
  private void copy() throws IOException {
    for (Path old : stateFiles(folder)) {
      Files.delete(old);
    }
    try (Stream<Path> all = Files.walk(saved)) {
      for (Path from : all.skip(1).toList()) {
        Path to = folder.resolve(saved.relativize(from).toString());
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
    String name = file.getFileName().toString();
    return !Set.of("LOCK", "LOG", ".lock", "app.lock").contains(name)
        && !name.startsWith("LOG.old");
  }

  private static Set<String> tasks(Map<String, Long> files) {
    Set<String> tasks = new TreeSet<>();
    files.keySet().forEach(file -> tasks.add(task(file)));
    return tasks;
  }

  private static String task(String file) {
    return Path.of(file).getName(1).toString();
  }

  /** Fills all stores, part of which go to tables; they stay open, within a transaction. */
  private void fill() throws IOException {
    for (int task = 0; task < TASKS; task++) {
      for (KeyValueStore<Bytes, byte[]> store : open(saved, task)) {
        fill(store, task, 0, ENTRIES / 2);
        store.commit(Map.of(CHANGELOG, ENTRIES / 2L));
        store.close();
      }
      for (KeyValueStore<Bytes, byte[]> store : open(saved, task)) {
        fill(store, task, ENTRIES / 2, ENTRIES);
        stores.add(store);
      }
    }
  }

  private static void fill(KeyValueStore<Bytes, byte[]> store, int task, int from, int to) {
    for (int entry = from; entry < to; entry++) {
      store.put(key(task, entry), value(entry));
      if (entry % 10 == 0) {
        store.commit(Map.of(CHANGELOG, entry + 1L));
      }
    }
  }

  private static Bytes key(int task, int entry) {
    return Bytes.wrap(ByteBuffer.allocate(16).putInt(task).putInt(entry).array());
  }

  private static byte[] value(int entry) {
    return ByteBuffer.allocate(8).putLong(entry * 1_728_000L).array();
  }

  private static List<KeyValueStore<Bytes, byte[]>> open(Path folder, int task) throws IOException {
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "app");
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    config.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    config.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
    config.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, StoreFiles.class);
    config.put(StoreFiles.MEMORY, 32L * 1024 * 1024);
    TaskId id = new TaskId(task, 0);
    Path there = Files.createDirectories(folder.resolve("app").resolve(id.toString()));
    StateStoreContext context =
        new MockProcessorContext<>(config, id, there.toFile()).getStateStoreContext();
    List<KeyValueStore<Bytes, byte[]>> stores =
        List.of(new WriteAheadRocksDBStore("states"), new DigestStore("seen"));
    stores.forEach(store -> store.init(context, store));
    return stores;
  }
}
