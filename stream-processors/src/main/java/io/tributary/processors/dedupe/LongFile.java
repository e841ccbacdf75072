package io.tributary.processors.dedupe;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** A file of longs, big-endian, with the CRC-32C of all before it as the last. */
final class LongFile {

  private static final int BUFFER_BYTES = 1024 * 1024;

  private LongFile() {}

  /** Writes a new file; it is whole once it is closed. */
  static final class Writer implements Closeable {

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final CRC32C checksum = new CRC32C();

    Writer(Path file) throws IOException {
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING);
    }

    void put(long value) throws IOException {
      if (!buffer.hasRemaining()) {
        flush();
      }
      buffer.putLong(value);
    }

    void put(long[] values) throws IOException {
      for (long value : values) {
        put(value);
      }
    }

    private void flush() throws IOException {
      checksum.update(buffer.flip());
      buffer.rewind();
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      buffer.clear();
    }

    @Override
    public void close() throws IOException {
      try (channel) {
        flush();
        buffer.putLong(checksum.getValue());
        flush();
      }
    }
  }

  /** Reads a file from its beginning; IOException where it ends too early. */
  static final class Reader implements Closeable {

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).limit(0);
    private final CRC32C checksum = new CRC32C();

    /** Bytes before the checksum that are not in the buffer yet. */
    private long unread;

    Reader(Path file) throws IOException {
      channel = FileChannel.open(file, StandardOpenOption.READ);
      unread = channel.size() - channel.size() % Long.BYTES - Long.BYTES;
    }

    long next() throws IOException {
      if (!buffer.hasRemaining()) {
        fill((int) Math.min(unread, BUFFER_BYTES));
        unread -= buffer.limit();
        checksum.update(buffer);
        buffer.rewind();
      }
      return buffer.getLong();
    }

    /** So many; a number that cannot be is refused before there is an array for it. */
    long[] next(long count) throws IOException {
      if (count < 0 || count > (unread + buffer.remaining()) / Long.BYTES) {
        throw new EOFException("too short");
      }
      long[] values = new long[Math.toIntExact(count)];
      for (int i = 0; i < values.length; i++) {
        values[i] = next();
      }
      return values;
    }

    /** True when all has been read, and is as it was written. */
    boolean isWhole() throws IOException {
      if (unread != 0 || buffer.hasRemaining()) {
        return false;
      }
      fill(Long.BYTES);
      return buffer.getLong() == checksum.getValue();
    }

    private void fill(int bytes) throws IOException {
      buffer.clear().limit(Math.max(0, bytes));
      while (buffer.hasRemaining()) {
        if (channel.read(buffer) < 0) {
          throw new EOFException("too short");
        }
      }
      buffer.flip();
      if (bytes <= 0) {
        throw new EOFException("too short");
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
