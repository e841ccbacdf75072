package io.tributary.processors.dedupe;

import java.io.IOException;
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
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Digests on disk, each with its greatest accepted_at_ms, in one segment for each day of
 * accepted_at_ms (more, if a day is full), so that old ones go by deleting a file and what stays is
 * not touched.
 *
 * <p>A folder of files {@code <day>-<number>.ids}. The index of them is in memory only and is made
 * anew when the log opens; the order of records does not matter to it.
 */
final class DigestLog implements AutoCloseable {

  /** Limit of days that have files of their own; accepted_at_ms may be any number. */
  static final int MOST_DAYS = 4096;

  private static final int MOST_OPEN = 48;
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final Pattern NAME = Pattern.compile("(-?\\d{1,12})-(\\d{1,9})\\.ids");

  private final Path folder;
  private final int recordsOfSegment;
  private final DigestIndex index = new DigestIndex();
  private final DigestIndex.Digests held = this::holds;

  /** Segments by their number in the index; number 0 is never used. */
  private final List<@Nullable Segment> segments = new ArrayList<>();

  /** Number of the segment that a day's digests go to. */
  private final NavigableMap<Long, Integer> days = new TreeMap<>();

  private final Map<Integer, Segment> open = new LinkedHashMap<>(16, 0.75f, true);

  private DigestLog(Path folder, int recordsOfSegment) {
    this.folder = folder;
    this.recordsOfSegment = recordsOfSegment;
    segments.add(null);
  }

  /** Opens what is in that folder, or makes it. */
  static DigestLog open(Path folder) {
    return open(folder, DigestIndex.RECORDS);
  }

  static DigestLog open(Path folder, int recordsOfSegment) {
    DigestLog log = new DigestLog(folder, recordsOfSegment);
    try {
      Files.createDirectories(folder);
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.sorted().toList()) {
          log.recover(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return log;
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

  /** Drops segments that hold nothing of that time or later. */
  void dropBefore(long oldest) {
    BitSet dropped = new BitSet();
    for (int number = 1; number < segments.size(); number++) {
      Segment segment = segments.get(number);
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

  /** How many digests there are. */
  long size() {
    return index.size();
  }

  /** Hands everything to the operating system. */
  void flush() {
    open.values().forEach(Segment::flush);
  }

  /** Everything is on the disk afterwards. */
  @Override
  public void close() {
    for (Segment segment : segments) {
      if (segment != null) {
        segment.close();
      }
    }
    open.clear();
    try {
      Utils.flushDir(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void recover(Path file) throws IOException {
    Matcher name = NAME.matcher(file.getFileName().toString());
    if (!name.matches()) {
      return;
    }
    Segment segment = new Segment(file);
    int number = number(segment);
    segment.recover(
        (record, digest, acceptedAt) -> {
          long known = index.find(digest, held);
          if (known == DigestIndex.NONE || acceptedAt(known) < acceptedAt) {
            point(digest, known, DigestIndex.position(number, record));
          }
        });
    // a day's other segments are full, whichever of them is found last
    if (segment.records() < recordsOfSegment) {
      days.put(Long.parseLong(name.group(1)), number);
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
    Path file = folder.resolve(day + "-" + inDay + ".ids");
    while (Files.exists(file)) {
      inDay++;
      file = folder.resolve(day + "-" + inDay + ".ids");
    }
    return number(new Segment(file));
  }

  /** The least number that is free. */
  private int number(Segment segment) {
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
    return opened(DigestIndex.segment(position)).holds(DigestIndex.record(position), digest);
  }

  private long acceptedAt(long position) {
    return opened(DigestIndex.segment(position)).acceptedAt(DigestIndex.record(position));
  }

  private Segment segment(int number) {
    Segment segment = segments.get(number);
    if (segment == null) {
      throw new IllegalStateException("no segment " + number);
    }
    return segment;
  }

  /** The segment, among the few that may be open; the one that was used least lately makes room. */
  private Segment opened(int number) {
    Segment segment = open.get(number);
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
