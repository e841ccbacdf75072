package io.tributary.processors.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.BatchingStateRestoreCallback;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DigestStoreTest {

  private static final TopicPartition CHANGELOG = new TopicPartition("seen-changelog", 0);

  private final Path folder;

  private @Nullable BatchingStateRestoreCallback restore;

  DigestStoreTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {11, 12, 13, 14})
  void shouldComeBackFromItsChangelogInAnyOrder(long seed) {
    Random random = new Random(seed);
    Map<Bytes, Long> model = new HashMap<>();
    List<KeyValue<byte[], byte[]>> changelog = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      byte[] key = new byte[16];
      new Random(random.nextInt(15_000)).nextBytes(key);
      long acceptedAt = 1_772_323_200_000L + i * 150_000L;
      model.put(Bytes.wrap(key), acceptedAt);
      changelog.add(new KeyValue<>(key, longBytes(acceptedAt)));
    }
    Collections.shuffle(changelog, random);

    DigestStore store = store();
    for (int from = 0; from < changelog.size(); from += 1000) {
      restored().restoreAll(changelog.subList(from, from + 1000));
    }

    assertThat(store.approximateNumEntries()).isEqualTo(model.size());
    model.forEach((key, acceptedAt) -> assertThat(store.get(key)).isEqualTo(longBytes(acceptedAt)));
    store.close();
  }

  @Test
  void shouldTakeNothingFromTombstonesInAChangelog() {
    DigestStore store = store();
    byte[] key = new byte[16];

    restored().restoreAll(List.of(new KeyValue<>(key, longBytes(7)), new KeyValue<>(key, null)));

    assertThat(store.get(Bytes.wrap(key))).isEqualTo(longBytes(7));
    store.close();
  }

  @ParameterizedTest(name = "closed: {0}")
  @ValueSource(booleans = {true, false})
  void shouldGoOnFromItsLastCommit(boolean closed) {
    DigestStore store = store();
    store.put(Bytes.wrap(digest(1)), longBytes(7));
    store.commit(Map.of(CHANGELOG, 5L));
    store.put(Bytes.wrap(digest(2)), longBytes(8));
    if (closed) {
      store.close();
      assertThat(store.isOpen()).isFalse();
    }

    DigestStore again = store();
    assertThat(again.committedOffset(CHANGELOG)).isEqualTo(5);
    assertThat(again.get(Bytes.wrap(digest(1)))).isEqualTo(longBytes(7));
    assertThat(again.get(Bytes.wrap(digest(2)))).isNull();
    again.close();
  }

  /** Kafka Streams does so before it restores from the start of a changelog. */
  @Test
  void shouldForgetItsOffsetAtACommitWithoutOne() {
    DigestStore store = store();
    store.put(Bytes.wrap(digest(1)), longBytes(7));
    store.commit(Map.of(CHANGELOG, 5L));
    store.close();

    DigestStore again = store();
    again.commit(Map.of());
    again.close();

    assertThat(store().committedOffset(CHANGELOG)).isNull();
  }

  @Test
  void shouldForgetAsAStandby() {
    Duration remembered = Duration.ofDays(30);
    long day = Duration.ofDays(1).toMillis();
    long first = 1_772_323_200_000L;
    long now = first + 99 * day;
    DigestStore store =
        new DigestStore("seen", newest -> ProcessedIds.oldestKept(remembered, newest, now));
    store.init(context(), store);

    for (int number = 0; number < 100; number++) {
      restored()
          .restoreAll(List.of(new KeyValue<>(digest(number), longBytes(first + number * day))));
    }

    // 30 days, a day of grace, and the day that is not over
    assertThat(store.approximateNumEntries()).isEqualTo(32);
    store.commit(Map.of(CHANGELOG, 100L));
    assertThat(folder.resolve("seen").toFile().list()).hasSize(33).contains("committed");
    // one wrong clock forgets nothing: time is the smaller of the newest and the wall clock's
    restored().restoreAll(List.of(new KeyValue<>(digest(100), longBytes(now + 1000 * day))));
    assertThat(store.approximateNumEntries()).isEqualTo(33);
    store.close();
  }

  private static byte[] digest(int number) {
    return ByteBuffer.allocate(16).putLong(number * 0x9E3779B97F4A7C15L).putLong(number).array();
  }

  @Test
  void shouldNotTouchTheDiskBeforeItIsUsed() throws IOException {
    store().close();

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  private DigestStore store() {
    DigestStore store = new DigestStore("seen");
    store.init(context(), store);
    return store;
  }

  private BatchingStateRestoreCallback restored() {
    if (restore == null) {
      throw new AssertionError("the store has registered nothing that restores it");
    }
    return restore;
  }

  /** A context with a folder, that takes registrations. */
  private StateStoreContext context() {
    return (StateStoreContext)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {StateStoreContext.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "stateDir" -> folder.toFile();
                  case "register" -> {
                    restore = (BatchingStateRestoreCallback) arguments[1];
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static byte[] longBytes(long value) {
    return ByteBuffer.allocate(8).putLong(value).array();
  }
}
