package io.tributary.processors.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SegmentedDigestLogTest {

  private static final long DAY = 86_400_000;
  private static final Digest A = new Digest(0x0123_4567_89ab_cdefL, 1);
  private static final Digest B = new Digest(0x0123_4567_89ab_cdefL, 2);

  private final Path folder;

  SegmentedDigestLogTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void shouldTellApartDigestsThatDifferInTheirLastBitsOnly() {
    SegmentedDigestLog log = SegmentedDigestLog.open(folder);
    log.put(A, 5);
    assertThat(log.get(B)).isEmpty();

    log.put(B, 6);
    assertThat(log.get(A)).hasValue(5);
    assertThat(log.get(B)).hasValue(6);
    log.close();
  }

  @Test
  void shouldWriteTwentyFourBytesForAnIdInAFileOfItsDay() throws IOException {
    SegmentedDigestLog log = SegmentedDigestLog.open(folder);
    log.put(A, 20_513 * DAY);
    log.put(B, 20_513 * DAY - 1);
    log.close();

    assertThat(files()).containsExactly("20512-0.ids", "20513-0.ids");
    assertThat(folder.resolve("20513-0.ids")).hasSize(24);
  }

  @Test
  void shouldGoOnAfterATornRecord() throws IOException {
    SegmentedDigestLog log = SegmentedDigestLog.open(folder);
    log.put(A, 5);
    log.close();
    Files.write(folder.resolve("0-0.ids"), new byte[24 + 23]);
    Files.write(folder.resolve("1-0.ids"), new byte[7]);

    SegmentedDigestLog opened = SegmentedDigestLog.open(folder);
    opened.put(B, 6);
    opened.put(A, DAY);
    opened.close();

    SegmentedDigestLog again = SegmentedDigestLog.open(folder);
    assertThat(again.get(B)).hasValue(6);
    assertThat(again.get(A)).hasValue(DAY);
    assertThat(folder.resolve("0-0.ids")).hasSize(48);
    assertThat(folder.resolve("1-0.ids")).hasSize(24);
    again.close();
  }

  @Test
  void shouldReadAllIdsWhereItsIndexIsDamaged() throws IOException {
    SegmentedDigestLog log = SegmentedDigestLog.open(folder);
    log.put(A, 5);
    log.put(B, 6);
    log.close();
    Path index = folder.resolve("index");
    byte[] written = Files.readAllBytes(index);

    LongBuffer longs = ByteBuffer.wrap(written).asLongBuffer();
    // positions of ids are long numbers, and the checksum
    IntStream positions = IntStream.range(6, longs.limit()).filter(i -> longs.get(i) >> 40 != 0);
    IntStream others = IntStream.of(0, 8, 30, 50, 1_000, written.length - 1);
    for (int at : IntStream.concat(positions.map(i -> 8 * i + 7), others).toArray()) {
      byte[] flipped = written.clone();
      flipped[at] ^= 1;
      assertReopens(flipped);
      assertReopens(Arrays.copyOf(written, at));
    }
    assertReopens(Arrays.copyOf(written, written.length + 8));
    assertReopens(written);

    Files.write(folder.resolve("0-0.ids"), new byte[0]);
    SegmentedDigestLog torn = SegmentedDigestLog.open(folder);
    assertThat(torn.get(A)).isEmpty();
    torn.close();
  }

  private void assertReopens(byte[] index) throws IOException {
    Files.write(folder.resolve("index"), index);
    SegmentedDigestLog log = SegmentedDigestLog.open(folder);
    assertThat(folder.resolve("index")).doesNotExist();
    assertThat(log.get(A)).hasValue(5);
    assertThat(log.get(B)).hasValue(6);
    assertThat(log.size()).isEqualTo(2);
    log.close();
  }

  @Test
  void shouldTakeAnyTimesWithFewHandlesAndFiles() throws IOException {
    SegmentedDigestLog log = SegmentedDigestLog.open(folder);
    long handles = handles();
    for (long i = 0; i < 6_000; i++) {
      log.put(new Digest(i << 40, i), (i - 3_000) * DAY);
    }
    log.put(A, Long.MIN_VALUE);
    log.put(B, Long.MAX_VALUE);

    assertThat(handles() - handles).isLessThan(100);
    assertThat(files()).hasSize(4096);
    for (long i = 0; i < 6_000; i++) {
      assertThat(log.get(new Digest(i << 40, i))).hasValue((i - 3_000) * DAY);
    }
    log.close();
    SegmentedDigestLog again = SegmentedDigestLog.open(folder);
    assertThat(again.size()).isEqualTo(6_002);
    assertThat(again.get(A)).hasValue(Long.MIN_VALUE);
    assertThat(again.get(B)).hasValue(Long.MAX_VALUE);
    again.close();
  }

  @Test
  void shouldLeaveFilesOfOthersAlone() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "kept");
    SegmentedDigestLog log = SegmentedDigestLog.open(folder);
    log.put(A, 5);
    log.dropBefore(2 * DAY);
    log.close();

    assertThat(files()).containsExactly("notes.txt");
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> !name.equals("index"))
          .sorted()
          .toList();
    }
  }

  private static long handles() {
    return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getOpenFileDescriptorCount();
  }
}
