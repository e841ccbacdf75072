package io.tributary.processors.dedupe;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A file of records that only grows: 16 bytes of digest, 8 bytes of accepted_at_ms, and a CRC-32C
 * of both and the record's number. It opens by itself, and has a handle and a buffer only while it
 * is open.
 */
final class DigestSegment {

  private static final int CHECKED_BYTES = Digest.BYTES + Long.BYTES;
  private static final int RECORD_BYTES = CHECKED_BYTES + Integer.BYTES;
  private static final int TAIL_BYTES = 292 * RECORD_BYTES;

  private final Path path;
  private final long day;
  private final int inDay;
  private int written;
  private long newest = Long.MIN_VALUE;
  private boolean dirty;
  private @Nullable Handle handle;

  /** An open file, the record last read, and the records that are not written yet. */
  private record Handle(FileChannel channel, ByteBuffer read, ByteBuffer tail) {}

  /** A file's records, in order. */
  interface Records {
    void read(int record, Digest digest, long acceptedAt);
  }

  /**
   * The segment of a day, whether or not it exists.
   *
   * @param inDay its number among those of its day
   */
  DigestSegment(Path folder, long day, int inDay) {
    this.path = folder.resolve(day + "-" + inDay + ".ids");
    this.day = day;
    this.inDay = inDay;
  }

  /** A segment with its committed records. */
  static DigestSegment reopened(Path folder, DigestCommit.Segment known) {
    DigestSegment segment = new DigestSegment(folder, known.day(), known.inDay());
    segment.written = known.records();
    segment.newest = known.newest();
    return segment;
  }

  /** This segment as it is committed. */
  DigestCommit.Segment committed(int number) {
    return new DigestCommit.Segment(number, day, inDay, records(), newest);
  }

  Path path() {
    return path;
  }

  /**
   * Removes what is behind the known records.
   *
   * @throws IOException if some of them are missing
   */
  void cut() throws IOException {
    long length = (long) written * RECORD_BYTES;
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      if (channel.size() < length) {
        throw new IOException(path + " has fewer ids than were committed");
      }
      if (channel.size() > length) {
        channel.truncate(length);
      }
    }
  }

  /** Reads all records that are in the file. */
  void forEach(Records records) throws IOException {
    try (FileChannel channel = FileChannel.open(path)) {
      ByteBuffer some = ByteBuffer.allocate(TAIL_BYTES);
      for (int record = 0; record < written; ) {
        some.clear().limit(Math.min(TAIL_BYTES, (written - record) * RECORD_BYTES));
        readFully(channel, some, (long) record * RECORD_BYTES);
        for (int at = 0; at < some.limit(); at += RECORD_BYTES) {
          ByteBuffer bytes = checked(some.slice(at, RECORD_BYTES), record);
          records.read(record++, Digest.read(bytes), bytes.getLong());
        }
      }
    }
  }

  int append(Digest digest, long acceptedAt) {
    Handle open = opened();
    if (!open.tail.hasRemaining()) {
      flush();
    }
    int record = records();
    int from = open.tail.position();
    open.tail.putLong(digest.high()).putLong(digest.low()).putLong(acceptedAt);
    open.tail.putInt(crc(open.tail.slice(from, CHECKED_BYTES), record));
    newest = Math.max(newest, acceptedAt);
    dirty = true;
    return record;
  }

  Digest digest(int record) {
    return Digest.read(read(record).rewind());
  }

  long acceptedAt(int record) {
    return read(record).getLong(Digest.BYTES);
  }

  int records() {
    return written + (handle == null ? 0 : handle.tail.position() / RECORD_BYTES);
  }

  /** Greatest accepted_at_ms of its records. */
  long newest() {
    return newest;
  }

  /** Hands everything to the operating system. */
  void flush() {
    Handle open = handle;
    if (open == null || open.tail.position() == 0) {
      return;
    }
    try {
      long from = (long) written * RECORD_BYTES;
      // a copy, so that a write that fails leaves the tail as it is
      ByteBuffer unwritten = open.tail.duplicate().flip();
      while (unwritten.hasRemaining()) {
        open.channel.write(unwritten, from + unwritten.position());
      }
      written += unwritten.limit() / RECORD_BYTES;
      open.tail.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Hands everything to the operating system and gives up the handle. */
  void idle() {
    close(false);
  }

  void close() {
    close(dirty);
  }

  private void close(boolean force) {
    Handle open = force ? opened() : handle;
    if (open == null) {
      return;
    }
    try {
      flush();
      if (force) {
        open.channel.force(true);
        dirty = false;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      release();
    }
  }

  void delete() {
    release();
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void release() {
    Handle open = handle;
    handle = null;
    if (open != null) {
      try {
        open.channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private ByteBuffer read(int record) {
    Handle open = opened();
    if (record >= written) {
      return open.tail.slice((record - written) * RECORD_BYTES, RECORD_BYTES);
    }
    try {
      readFully(open.channel, open.read.clear(), (long) record * RECORD_BYTES);
      return checked(open.read, record);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ByteBuffer checked(ByteBuffer bytes, int record) throws IOException {
    if (crc(bytes.slice(0, CHECKED_BYTES), record) != bytes.getInt(CHECKED_BYTES)) {
      throw new IOException(path + ": record " + record + " is damaged");
    }
    return bytes;
  }

  private Handle opened() {
    if (handle == null) {
      try {
        handle =
            new Handle(
                FileChannel.open(
                    path,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE),
                ByteBuffer.allocate(RECORD_BYTES),
                ByteBuffer.allocate(TAIL_BYTES));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return handle;
  }

  private static void readFully(FileChannel channel, ByteBuffer into, long from)
      throws IOException {
    while (into.hasRemaining()) {
      if (channel.read(into, from + into.position()) < 0) {
        throw new EOFException("a file of ids is shorter than it was");
      }
    }
  }

  private static int crc(ByteBuffer bytes, int record) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      crc.update(record >>> shift);
    }
    return (int) crc.getValue();
  }
}
