package io.tributary.cli.data;

import io.tributary.operations.OperationException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads kcat's output with {@link #FORMAT}: topic, partition, offset and the key's length as text,
 * each with a tab behind it; the key; the value's length as four bytes big-endian; the value. A
 * length of -1 means that there is none.
 */
public final class FrameReader {

  /** Value of kcat's {@code -f}. */
  public static final String FORMAT = "%t\\t%p\\t%o\\t%K\\t%k%R%s";

  /** The same in a help text, where the percent sign begins a format. */
  static final String ESCAPED = "%%t\\t%%p\\t%%o\\t%%K\\t%%k%%R%%s";

  private static final int LONGEST_FIELD = 300;
  private static final int LONGEST = 64 * 1024 * 1024;

  private final DataInputStream in;

  public FrameReader(InputStream in) {
    this.in = new DataInputStream(new BufferedInputStream(in));
  }

  /**
   * The next record, without time and headers, or null at the end; {@link OperationException} for
   * another format.
   */
  public @Nullable ConsumerRecord<byte[], byte[]> next() throws IOException {
    int first = in.read();
    if (first < 0) {
      return null;
    }
    try {
      String topic = field(first);
      int partition = Math.toIntExact(number());
      long offset = number();
      byte @Nullable [] key = bytes(number());
      return new ConsumerRecord<>(topic, partition, offset, key, bytes(in.readInt()));
    } catch (EOFException e) {
      throw OperationException.failed("the input ends within a record");
    } catch (ArithmeticException | NumberFormatException e) {
      throw otherFormat();
    }
  }

  private long number() throws IOException {
    return Long.parseLong(field(in.readUnsignedByte()));
  }

  private String field(int first) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int next = first; next != '\t'; next = in.readUnsignedByte()) {
      if (text.size() >= LONGEST_FIELD) {
        throw otherFormat();
      }
      text.write(next);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  private byte @Nullable [] bytes(long length) throws IOException {
    if (length < -1 || length > LONGEST) {
      throw otherFormat();
    }
    if (length == -1) {
      return null;
    }
    byte[] bytes = in.readNBytes((int) length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }

  private static OperationException otherFormat() {
    return OperationException.failed("the input is not in kcat's format -f '" + FORMAT + "'");
  }
}
