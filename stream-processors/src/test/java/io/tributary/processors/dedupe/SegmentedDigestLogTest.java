package io.tributary.processors.dedupe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
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
  void shouldDistinguishDigestsByTheirLastBits() {
    SegmentedDigestLog log = SegmentedDigestLog.open(folder);
    log.put(A, 5);
    assertThat(log.get(B)).isEmpty();

    log.put(B, 6);
    assertThat(log.get(A)).hasValue(5);
    assertThat(log.get(B)).hasValue(6);
    log.close();
  }

  @Test
  void shouldWriteTwentyEightBytesForAnIdInAFileOfItsDay() throws IOException {
    SegmentedDigestLog log = SegmentedDigestLog.open(folder);
    log.put(A, 20_513 * DAY);
    log.put(B, 20_513 * DAY - 1);
    log.close();

    assertThat(files()).containsExactly("20512-0.ids", "20513-0.ids");
    assertThat(folder.resolve("20513-0.ids")).hasSize(28);
  }

  @Test
  void shouldBuildADamagedIndexAgain() throws IOException {
    putTwo(folder);
    Path index = folder.resolve("index");
    byte[] written = Files.readAllBytes(index);

    for (int at = 0; at < written.length; at += 1 + at / 50) {
      byte[] flipped = written.clone();
      flipped[at] ^= 1;
      assertWhole(index, flipped);
      assertWhole(index, Arrays.copyOf(written, at));
    }
    assertWhole(index, Arrays.copyOf(written, written.length + 8));
  }

  @Test
  void shouldRefuseADamagedCommit() throws IOException {
    putTwo(folder);
    Path commit = folder.resolve("committed");
    byte[] written = Files.readAllBytes(commit);

    for (int at = 0; at < written.length; at++) {
      byte[] flipped = written.clone();
      flipped[at] ^= 1;
      assertRefused(commit, flipped);
      assertRefused(commit, Arrays.copyOf(written, at));
    }
    assertRefused(commit, Arrays.copyOf(written, written.length + 8));
  }

  @Test
  void shouldHaveNothingWithoutACommit() throws IOException {
    putTwo(folder);
    Files.delete(folder.resolve("committed"));

    SegmentedDigestLog log = SegmentedDigestLog.open(folder);

    assertThat(log.committedOffset()).isNull();
    assertThat(log.size()).isZero();
    assertThat(files()).isEmpty();
    log.close();
  }

  @Test
  void shouldCutWhatWasNotCommitted() throws IOException {
    putTwo(folder);
    Path ids = folder.resolve("0-0.ids");
    byte[] written = Files.readAllBytes(ids);

    assertWhole(ids, Arrays.copyOf(written, written.length + 29));
    assertThat(ids).hasBinaryContent(written);
    Files.write(folder.resolve("1-0.ids"), new byte[28]);
    assertWhole(ids, written);
    assertThat(files()).containsExactly("0-0.ids");
  }

  @Test
  void shouldRefuseFewerIdsThanWereCommitted() throws IOException {
    putTwo(folder);
    Path ids = folder.resolve("0-0.ids");
    byte[] written = Files.readAllBytes(ids);

    assertRefused(ids, Arrays.copyOf(written, written.length - 1));
    Files.delete(ids);
    assertRefused();
  }

  @Test
  void shouldNoticeADamagedRecordWhenItIsRead() throws IOException {
    putTwo(folder);
    Path ids = folder.resolve("0-0.ids");
    byte[] written = Files.readAllBytes(ids);

    for (int at = 0; at < written.length; at++) {
      byte[] flipped = written.clone();
      flipped[at] ^= 1;
      assertUnread(ids, flipped);
    }
    byte[] exchanged = Arrays.copyOfRange(written, 28, 84);
    System.arraycopy(written, 0, exchanged, 28, 28);
    assertUnread(ids, exchanged);

    Files.delete(folder.resolve("index"));
    assertRefused(ids, exchanged);
  }

  @Test
  void shouldNoticeTheFileOfAnotherLog(@TempDir Path other) throws IOException {
    putTwo(folder);
    SegmentedDigestLog log = SegmentedDigestLog.open(other);
    log.put(new Digest(7, 1), 5);
    log.put(new Digest(8, 1), 6);
    log.commit(2L);
    log.close();

    assertUnread(folder.resolve("0-0.ids"), Files.readAllBytes(other.resolve("0-0.ids")));
  }

  private static void putTwo(Path folder) {
    SegmentedDigestLog log = SegmentedDigestLog.open(folder);
    log.put(A, 5);
    log.put(B, 6);
    log.commit(2L);
    log.close();
  }

  private void assertWhole(Path file, byte[] content) throws IOException {
    Files.write(file, content);
    SegmentedDigestLog log = SegmentedDigestLog.open(folder);
    assertThat(log.committedOffset()).isEqualTo(2);
    assertThat(log.get(A)).hasValue(5);
    assertThat(log.get(B)).hasValue(6);
    log.close();
  }

  private void assertRefused(Path file, byte[] content) throws IOException {
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, content);
    assertRefused();
    Files.write(file, whole);
  }

  private void assertRefused() {
    assertThatThrownBy(() -> SegmentedDigestLog.open(folder))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(folder.toString());
  }

  private void assertUnread(Path ids, byte[] content) throws IOException {
    byte[] index = Files.readAllBytes(folder.resolve("index"));
    Files.write(ids, content);
    SegmentedDigestLog log = SegmentedDigestLog.open(folder);
    assertThatThrownBy(
            () -> {
              log.get(A);
              log.get(B);
            })
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("0-0.ids: record");
    log.close();
    Files.write(folder.resolve("index"), index);
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
    log.commit(1L);
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
    log.commit(1L);
    log.close();

    assertThat(files()).containsExactly("notes.txt");
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> !List.of("index", "committed").contains(name))
          .sorted()
          .toList();
    }
  }

  private static long handles() {
    return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getOpenFileDescriptorCount();
  }
}
