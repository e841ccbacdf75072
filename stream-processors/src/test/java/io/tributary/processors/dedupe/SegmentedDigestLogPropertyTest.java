package io.tributary.processors.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random histories of a log beside a plain map. */
final class SegmentedDigestLogPropertyTest {

  private static final long DAY = 86_400_000;
  private static final long START = 1_772_323_200_000L;
  private static final int STEPS = 3_000;

  /** Small segments, so that a day fills several. */
  private static final int RECORDS_OF_SEGMENT = 50;

  private Map<Digest, Long> model = new HashMap<>();

  private Map<Digest, Long> committed = new HashMap<>();

  private final Set<Digest> put = new HashSet<>();

  /** Nothing of this time or later may be forgotten. */
  private long oldest = Long.MIN_VALUE;

  private final Path folder;

  SegmentedDigestLogPropertyTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldEqualAMap(long seed) {
    Random random = new Random(seed);
    SegmentedDigestLog log = SegmentedDigestLog.open(folder, RECORDS_OF_SEGMENT);
    long now = START;
    for (int step = 0; step < STEPS; step++) {
      now += random.nextInt(600_000);
      int choice = random.nextInt(1000);
      if (choice < 4) {
        forget(log, now - random.nextInt(4) * DAY - random.nextInt((int) DAY));
      } else if (choice < 7) {
        log = reopen(log, random.nextBoolean());
        compare(log);
      } else if (choice < 20) {
        log.commit((long) step);
        committed = new HashMap<>(model);
      } else {
        put(log, digest(random), choice < 60 ? now + jump(random) : now);
      }
    }
    compare(log);
    log.close();
  }

  /** Opens the log again, closed or killed; only what was committed counts. */
  private SegmentedDigestLog reopen(SegmentedDigestLog log, boolean closed) {
    if (closed) {
      log.close();
    }
    model = new HashMap<>(committed);
    return SegmentedDigestLog.open(folder, RECORDS_OF_SEGMENT);
  }

  private void put(SegmentedDigestLog log, Digest digest, long acceptedAt) {
    check(log, digest);
    log.put(digest, acceptedAt);
    put.add(digest);
    long greatest = Math.max(acceptedAt, model.getOrDefault(digest, acceptedAt));
    model.put(digest, greatest);
    assertThat(log.get(digest)).hasValue(greatest);
  }

  private void forget(SegmentedDigestLog log, long before) {
    oldest = Math.max(oldest, before);
    log.dropBefore(before);
    compare(log);
    long lastDay = Math.floorDiv(before, DAY);
    model.forEach(
        (digest, acceptedAt) -> {
          if (Math.floorDiv(acceptedAt, DAY) < lastDay) {
            assertThat(log.get(digest)).as("%s of %d", digest, acceptedAt).isEmpty();
          }
        });
  }

  private void compare(SegmentedDigestLog log) {
    put.forEach(digest -> check(log, digest));
    assertThat(log.size()).isEqualTo(model.size());
  }

  /** What may be forgotten need not be; then the model follows. */
  private void check(SegmentedDigestLog log, Digest digest) {
    long expected = model.getOrDefault(digest, Long.MIN_VALUE);
    OptionalLong found = log.get(digest);
    if (expected >= oldest && model.containsKey(digest)) {
      assertThat(found).hasValue(expected);
    } else if (found.isPresent()) {
      assertThat(found.getAsLong()).isLessThan(oldest);
      model.put(digest, found.getAsLong());
    } else {
      model.remove(digest);
    }
  }

  /** Few enough to repeat; three at a time agree in all bits that the index keeps. */
  private static Digest digest(Random random) {
    return new Digest(random.nextInt(400) * 0x9e37_79b9_7f4a_7c15L, random.nextInt(3));
  }

  private static long jump(Random random) {
    return random.nextInt(21) * DAY - 10 * DAY;
  }
}
