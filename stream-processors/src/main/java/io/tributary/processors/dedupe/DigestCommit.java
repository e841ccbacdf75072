package io.tributary.processors.dedupe;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The committed part of a log: its segments, each with its number of records, and the offset of the
 * changelog that they correspond to. Further records and files belong to a transaction that was not
 * committed.
 *
 * @param offset null if the changelog is to be read from its start
 * @param sum checksum of its file
 */
record DigestCommit(@Nullable Long offset, List<Segment> segments, long sum) {

  private static final String FILE = "committed";
  private static final int VERSION = 1;

  /**
   * A committed segment.
   *
   * @param number in the index
   * @param inDay its number among those of its day
   * @param newest greatest accepted_at_ms of its records
   */
  record Segment(int number, long day, int inDay, int records, long newest) {

    private void write(DataOutputStream out) throws IOException {
      out.writeInt(number);
      out.writeLong(day);
      out.writeInt(inDay);
      out.writeInt(records);
      out.writeLong(newest);
    }

    private static Segment read(DataInputStream in) throws IOException {
      return new Segment(in.readInt(), in.readLong(), in.readInt(), in.readInt(), in.readLong());
    }
  }

  static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  /**
   * Reads the file {@code committed}; without it nothing is.
   *
   * @throws IOException if it is damaged
   */
  static DigestCommit read(Path folder) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(folder.resolve(FILE));
    } catch (NoSuchFileException e) {
      return new DigestCommit(null, List.of(), 0);
    }
    int content = bytes.length - Long.BYTES;
    if (content < 0 || sum(bytes, content) != ByteBuffer.wrap(bytes).getLong(content)) {
      throw new IOException(folder.resolve(FILE) + " is damaged");
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    if (in.readInt() != VERSION) {
      throw new IOException(folder.resolve(FILE) + " is of another version");
    }
    Long offset = in.readBoolean() ? in.readLong() : null;
    List<Segment> segments = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      segments.add(Segment.read(in));
    }
    return new DigestCommit(offset, segments, sum(bytes, content));
  }

  /** Writes the file {@code committed} at once, or leaves the one before. */
  static DigestCommit write(Path folder, @Nullable Long offset, List<Segment> segments)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(VERSION);
    out.writeBoolean(offset != null);
    if (offset != null) {
      out.writeLong(offset);
    }
    out.writeInt(segments.size());
    for (Segment segment : segments) {
      segment.write(out);
    }
    long sum = sum(bytes.toByteArray(), bytes.size());
    out.writeLong(sum);
    Path next = folder.resolve(FILE + ".next");
    Files.write(next, bytes.toByteArray());
    Files.move(next, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    return new DigestCommit(offset, segments, sum);
  }

  private static long sum(byte[] bytes, int length) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, length);
    return sum.getValue();
  }
}
