package io.tributary.processors.dedupe;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Digests on disk, each with its greatest accepted_at_ms, in one segment for each day of
 * accepted_at_ms (more, if a day is full), so that old ones go by deleting a file.
 *
 * <p>A folder of files {@code <day>-<number>.ids}, and a file {@code committed} that tells which of
 * their records count ({@link DigestCommit}). The index of them is in memory, and in a file {@code
 * index} while the log is closed; without that it is built from the records. A log with fewer
 * records than were committed, or with a damaged one, throws UncheckedIOException: with fewer ids,
 * repeats would be taken for new.
 */
final class SegmentedDigestLog implements AutoCloseable {

  /** Limit of days with files of their own; accepted_at_ms may be any number. */
  static final int MOST_DAYS = 4096;

  private static final int MOST_OPEN = 48;
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final String INDEX = "index";

  /** Version of the index file, which names its commit and ends with a CRC-32C. */
  private static final int VERSION = 3;

  private static final int BUFFER_BYTES = 1024 * 1024;

  private static final Pattern NAME = Pattern.compile("-?\\d{1,12}-\\d{1,9}\\.ids");

  private final Path folder;
  private final int recordsOfSegment;
  private final DigestIndex index;
  private final DigestIndex.Digests held = this::holds;

  /** Segments by their number in the index; number 0 is never used. */
  private final List<@Nullable DigestSegment> segments = new ArrayList<>();

  /** Number of a day's segment. */
  private final NavigableMap<Long, Integer> days = new TreeMap<>();

  private final Map<Integer, DigestSegment> open = new LinkedHashMap<>(16, 0.75f, true);

  /** Forgotten segments, until that is committed. */
  private final List<DigestSegment> dropped = new ArrayList<>();

  private DigestCommit committed;

  /** True while there is more, or less, than what is committed. */
  private boolean changed;

  private SegmentedDigestLog(
      Path folder, int recordsOfSegment, DigestCommit committed, DigestIndex index) {
    this.folder = folder;
    this.recordsOfSegment = recordsOfSegment;
    this.committed = committed;
    this.index = index;
    segments.add(null);
    committed.segments().forEach(this::reopen);
  }

  /** Opens the folder as it was committed, or makes it. */
  static SegmentedDigestLog open(Path folder) {
    return open(folder, DigestIndex.RECORDS);
  }

  static SegmentedDigestLog open(Path folder, int recordsOfSegment) {
    try {
      Files.createDirectories(folder);
      DigestCommit committed = DigestCommit.read(folder);
      Optional<DigestIndex> index = savedIndex(folder, committed);
      SegmentedDigestLog log =
          new SegmentedDigestLog(
              folder, recordsOfSegment, committed, index.orElseGet(DigestIndex::new));
      log.cut();
      if (index.isEmpty()) {
        log.buildIndex();
      }
      // it does not have the ids to come
      Files.deleteIfExists(folder.resolve(INDEX));
      return log;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void reopen(DigestCommit.Segment known) {
    while (segments.size() <= known.number()) {
      segments.add(null);
    }
    segments.set(known.number(), DigestSegment.reopened(folder, known));
    if (known.records() < recordsOfSegment) {
      days.put(known.day(), known.number());
    }
  }

  /** Removes the files and records that were not committed. */
  private void cut() throws IOException {
    Set<Path> known = new HashSet<>();
    for (DigestSegment segment : segments) {
      if (segment != null) {
        segment.cut();
        known.add(segment.path());
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(file -> !known.contains(file)).toList()) {
        if (NAME.matcher(file.getFileName().toString()).matches()) {
          Files.delete(file);
        }
      }
    }
  }

  private void buildIndex() throws IOException {
    for (int number = 1; number < segments.size(); number++) {
      DigestSegment segment = segments.get(number);
      if (segment != null) {
        int from = number;
        segment.forEach(
            (record, digest, acceptedAt) ->
                putIfGreater(digest, acceptedAt, () -> DigestIndex.position(from, record)));
      }
    }
  }

  /** The index of a log that was closed with that commit. */
  private static Optional<DigestIndex> savedIndex(Path folder, DigestCommit committed)
      throws IOException {
    try (InputStream bytes =
        new BufferedInputStream(Files.newInputStream(folder.resolve(INDEX)), BUFFER_BYTES)) {
      CheckedInputStream checked = new CheckedInputStream(bytes, new CRC32C());
      DataInputStream in = new DataInputStream(checked);
      if (in.readInt() != VERSION || in.readLong() != committed.sum()) {
        return Optional.empty();
      }
      DigestIndex index = DigestIndex.read(in);
      boolean whole = checked.getChecksum().getValue() == in.readLong() && in.read() < 0;
      return whole ? Optional.of(index) : Optional.empty();
    } catch (NoSuchFileException | EOFException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** The accepted_at_ms of that digest. */
  OptionalLong get(Digest digest) {
    long position = index.find(digest, held);
    return position == DigestIndex.NONE
        ? OptionalLong.empty()
        : OptionalLong.of(acceptedAt(position));
  }

  /** Remembers a digest, with the greater accepted_at_ms if it is there already. */
  void put(Digest digest, long acceptedAt) {
    putIfGreater(digest, acceptedAt, () -> append(digest, acceptedAt));
  }

  private void putIfGreater(Digest digest, long acceptedAt, LongSupplier position) {
    long known = index.find(digest, held);
    if (known == DigestIndex.NONE) {
      index.add(digest, position.getAsLong());
    } else if (acceptedAt(known) < acceptedAt) {
      index.move(digest, known, position.getAsLong());
    }
  }

  /** Position of a new record. */
  private long append(Digest digest, long acceptedAt) {
    int number = segmentFor(Math.floorDiv(acceptedAt, DAY));
    changed = true;
    return DigestIndex.position(number, opened(number).append(digest, acceptedAt));
  }

  /** Drops segments of earlier times alone. */
  void dropBefore(long oldest) {
    BitSet old = new BitSet();
    for (int number = 1; number < segments.size(); number++) {
      DigestSegment segment = segments.get(number);
      if (segment != null && segment.newest() < oldest) {
        old.set(number);
      }
    }
    if (old.isEmpty()) {
      return;
    }
    changed = true;
    index.removeSegments(old);
    days.values().removeIf(old::get);
    old.stream()
        .forEach(
            number -> {
              open.remove(number);
              segment(number).idle();
              dropped.add(segment(number));
              segments.set(number, null);
            });
  }

  long size() {
    return index.size();
  }

  /** Offset of the changelog up to which records are committed; null if none is. */
  @Nullable Long committedOffset() {
    return committed.offset();
  }

  /** Makes all records those that the next start finds. */
  void commit(@Nullable Long offset) {
    if (!changed && Objects.equals(offset, committed.offset())) {
      return;
    }
    open.values().forEach(DigestSegment::flush);
    List<DigestCommit.Segment> all = new ArrayList<>();
    for (int number = 1; number < segments.size(); number++) {
      DigestSegment segment = segments.get(number);
      if (segment != null) {
        all.add(segment.committed(number));
      }
    }
    try {
      committed = DigestCommit.write(folder, offset, all);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    changed = false;
    dropped.forEach(DigestSegment::delete);
    dropped.clear();
  }

  /** Closes the files; the next start finds what is committed. */
  @Override
  public void close() {
    for (DigestSegment segment : segments) {
      if (segment != null) {
        segment.close();
      }
    }
    open.clear();
    try {
      if (!changed) {
        saveIndex();
      }
      Utils.flushDir(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void saveIndex() throws IOException {
    try (OutputStream bytes = Files.newOutputStream(folder.resolve(INDEX))) {
      CheckedOutputStream checked = new CheckedOutputStream(bytes, new CRC32C());
      DataOutputStream out = new DataOutputStream(new BufferedOutputStream(checked, BUFFER_BYTES));
      out.writeInt(VERSION);
      out.writeLong(committed.sum());
      index.write(out);
      out.flush();
      out.writeLong(checked.getChecksum().getValue());
      out.flush();
    }
  }

  private int segmentFor(long day) {
    // among a later day's, or the last one's, a digest is kept longer than it must be, never
    // shorter
    long used = days.size() < MOST_DAYS ? day : crowded(day);
    Integer number = days.get(used);
    if (number == null || segment(number).records() >= recordsOfSegment) {
      number = create(used);
      days.put(used, number);
    }
    return number;
  }

  private long crowded(long day) {
    Long later = days.ceilingKey(day);
    return later == null ? days.lastKey() : later;
  }

  private int create(long day) {
    int inDay = 0;
    DigestSegment created = new DigestSegment(folder, day, inDay);
    while (Files.exists(created.path())) {
      inDay++;
      created = new DigestSegment(folder, day, inDay);
    }
    return number(created);
  }

  /** The least free number. */
  private int number(DigestSegment segment) {
    int number = segments.subList(1, segments.size()).indexOf(null) + 1;
    if (number == 0) {
      number = segments.size();
      segments.add(segment);
    } else {
      segments.set(number, segment);
    }
    if (number >= DigestIndex.SEGMENTS) {
      throw new IllegalStateException("more segments than the index can tell apart");
    }
    return number;
  }

  private boolean holds(long position, Digest digest) {
    int record = DigestIndex.record(position);
    DigestSegment segment = opened(DigestIndex.segment(position));
    Digest found = segment.digest(record);
    if (!DigestIndex.isAlike(found, digest)) {
      throw new UncheckedIOException(
          new IOException(segment.path() + ": record " + record + " is not the indexed one"));
    }
    return found.equals(digest);
  }

  private long acceptedAt(long position) {
    return opened(DigestIndex.segment(position)).acceptedAt(DigestIndex.record(position));
  }

  private DigestSegment segment(int number) {
    DigestSegment segment = segments.get(number);
    if (segment == null) {
      throw new IllegalStateException("no segment " + number);
    }
    return segment;
  }

  /** Opens a segment; the least recently used one of the few open ones makes room. */
  private DigestSegment opened(int number) {
    DigestSegment segment = open.get(number);
    if (segment == null) {
      segment = segment(number);
      open.put(number, segment);
      if (open.size() > MOST_OPEN) {
        int oldest = open.keySet().iterator().next();
        segment(oldest).idle();
        open.remove(oldest);
      }
    }
    return segment;
  }
}
