package io.tributary.processors.dedupe;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
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
 * <p>A folder of files {@code <day>-<number>.ids}. The index of them is in memory, and in a file
 * {@code index} while the log is closed. A log that does not open as it was closed, or reads a
 * damaged record, throws UncheckedIOException: with fewer ids, repeats would be taken for new.
 */
final class SegmentedDigestLog implements AutoCloseable {

  /** Limit of days with files of their own; accepted_at_ms may be any number. */
  static final int MOST_DAYS = 4096;

  private static final int MOST_OPEN = 48;
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final String INDEX = "index";

  /** Version of the index file, which ends with a CRC-32C. */
  private static final int VERSION = 2;

  private static final int BUFFER_BYTES = 1024 * 1024;

  private static final Pattern NAME = Pattern.compile("(-?\\d{1,12})-(\\d{1,9})\\.ids");

  private final Path folder;
  private final int recordsOfSegment;
  private final DigestIndex index;
  private final DigestIndex.Digests held = this::holds;

  /** Segments by their number in the index; number 0 is never used. */
  private final List<@Nullable DigestSegment> segments = new ArrayList<>();

  /** Number of a day's segment. */
  private final NavigableMap<Long, Integer> days = new TreeMap<>();

  private final Map<Integer, DigestSegment> open = new LinkedHashMap<>(16, 0.75f, true);

  private SegmentedDigestLog(Path folder, int recordsOfSegment, DigestIndex index) {
    this.folder = folder;
    this.recordsOfSegment = recordsOfSegment;
    this.index = index;
    segments.add(null);
  }

  /** Opens the folder, or makes it. */
  static SegmentedDigestLog open(Path folder) {
    return open(folder, DigestIndex.RECORDS);
  }

  static SegmentedDigestLog open(Path folder, int recordsOfSegment) {
    try {
      Files.createDirectories(folder);
      Path file = folder.resolve(INDEX);
      SegmentedDigestLog log =
          Files.exists(file)
              ? reopened(folder, recordsOfSegment)
              : new SegmentedDigestLog(folder, recordsOfSegment, new DigestIndex());
      if (!log.isWhole()) {
        throw new IOException("ids in " + folder + " are not those that were closed");
      }
      // it does not have the ids to come
      Files.deleteIfExists(file);
      return log;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> NAME.matcher(name(file)).matches()).sorted().toList();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static SegmentedDigestLog reopened(Path folder, int recordsOfSegment) throws IOException {
    Path file = folder.resolve(INDEX);
    try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
      CheckedInputStream checked = new CheckedInputStream(bytes, new CRC32C());
      DataInputStream in = new DataInputStream(checked);
      if (in.readInt() != VERSION) {
        throw new IOException("of another version");
      }
      List<SavedSegment> known = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        known.add(SavedSegment.read(in));
      }
      SegmentedDigestLog log =
          new SegmentedDigestLog(folder, recordsOfSegment, DigestIndex.read(in));
      if (checked.getChecksum().getValue() != in.readLong() || in.read() >= 0) {
        throw new IOException("wrong checksum");
      }
      known.forEach(log::reopen);
      return log;
    } catch (IOException | RuntimeException e) {
      throw new IOException(file + " is damaged", e);
    }
  }

  /** A segment in the index file. */
  private record SavedSegment(int number, long day, long inDay, int records, long newest) {

    static SavedSegment of(int number, DigestSegment segment) {
      Matcher name = NAME.matcher(name(segment.path()));
      if (!name.matches()) {
        throw new IllegalStateException("no segment: " + segment.path());
      }
      return new SavedSegment(
          number,
          Long.parseLong(name.group(1)),
          Long.parseLong(name.group(2)),
          segment.records(),
          segment.newest());
    }

    void write(DataOutputStream out) throws IOException {
      out.writeInt(number);
      out.writeLong(day);
      out.writeLong(inDay);
      out.writeInt(records);
      out.writeLong(newest);
    }

    static SavedSegment read(DataInputStream in) throws IOException {
      return new SavedSegment(
          in.readInt(), in.readLong(), in.readLong(), in.readInt(), in.readLong());
    }
  }

  private void reopen(SavedSegment known) {
    while (segments.size() <= known.number()) {
      segments.add(null);
    }
    segments.set(
        known.number(),
        new DigestSegment(file(known.day(), known.inDay()), known.records(), known.newest()));
    if (known.records() < recordsOfSegment) {
      days.put(known.day(), known.number());
    }
  }

  private boolean isWhole() throws IOException {
    int there = 0;
    for (DigestSegment segment : segments) {
      if (segment != null && !segment.isWhole()) {
        return false;
      }
      there += segment == null ? 0 : 1;
    }
    return there == files(folder).size();
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
    long known = index.find(digest, held);
    if (known != DigestIndex.NONE && acceptedAt(known) >= acceptedAt) {
      return;
    }
    int number = segmentFor(Math.floorDiv(acceptedAt, DAY));
    point(digest, known, DigestIndex.position(number, opened(number).append(digest, acceptedAt)));
  }

  /** Drops segments of earlier times alone. */
  void dropBefore(long oldest) {
    BitSet dropped = new BitSet();
    for (int number = 1; number < segments.size(); number++) {
      DigestSegment segment = segments.get(number);
      if (segment != null && segment.newest() < oldest) {
        dropped.set(number);
      }
    }
    if (dropped.isEmpty()) {
      return;
    }
    index.removeSegments(dropped);
    days.values().removeIf(dropped::get);
    dropped.stream()
        .forEach(
            number -> {
              open.remove(number);
              segment(number).delete();
              segments.set(number, null);
            });
  }

  long size() {
    return index.size();
  }

  /** Hands everything to the operating system. */
  void flush() {
    open.values().forEach(DigestSegment::flush);
  }

  @Override
  public void close() {
    for (DigestSegment segment : segments) {
      if (segment != null) {
        segment.close();
      }
    }
    open.clear();
    try {
      save();
      Utils.flushDir(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void save() throws IOException {
    Path file = folder.resolve(INDEX);
    try (OutputStream bytes = Files.newOutputStream(file)) {
      CheckedOutputStream checked = new CheckedOutputStream(bytes, new CRC32C());
      DataOutputStream out = new DataOutputStream(new BufferedOutputStream(checked, BUFFER_BYTES));
      out.writeInt(VERSION);
      List<SavedSegment> known = new ArrayList<>();
      for (int number = 1; number < segments.size(); number++) {
        DigestSegment segment = segments.get(number);
        if (segment != null) {
          known.add(SavedSegment.of(number, segment));
        }
      }
      out.writeInt(known.size());
      for (SavedSegment each : known) {
        each.write(out);
      }
      index.write(out);
      out.flush();
      out.writeLong(checked.getChecksum().getValue());
      out.flush();
    }
  }

  private void point(Digest digest, long known, long position) {
    if (known == DigestIndex.NONE) {
      index.add(digest, position);
    } else {
      index.move(digest, known, position);
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
    while (Files.exists(file(day, inDay))) {
      inDay++;
    }
    return number(new DigestSegment(file(day, inDay)));
  }

  private Path file(long day, long inDay) {
    return folder.resolve(day + "-" + inDay + ".ids");
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
