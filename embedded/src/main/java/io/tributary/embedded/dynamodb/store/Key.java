package io.tributary.embedded.dynamodb.store;

import io.tributary.embedded.dynamodb.value.Bytes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A key of the store, ordered by its unsigned bytes. The first byte is its {@link Kind}. */
public record Key(Bytes content) implements Comparable<Key> {
  /** Takes the array as its own. */
  public Key(byte[] bytes) {
    this(new Bytes(bytes));
  }

  /** Kind of the value under a key. */
  public enum Kind {
    /** Format and numbers that rise, by name. */
    META(1),
    /** Tables as JSON, by number. */
    TABLE(2),
    /** Items, and entries of indexes with the key of their item. */
    ENTRY(3),
    /** Keys of items by the second of their expiry. */
    EXPIRY(4),
    /** Numbers of entries and bytes of a table or an index. */
    COUNTER(5),
    /** Streams as JSON, by number. */
    STREAM(6),
    /** Records of streams by sequence number. */
    RECORD(7),
    /** Client tokens of transactions. */
    TOKEN(8);

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }

  /**
   * A key.
   *
   * @param parts Integers of four bytes, Longs of eight, none of which is negative; Strings in
   *     UTF-8, and bytes as they are
   */
  public static Key of(Kind kind, Object... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(64);
    out.write(kind.code);
    for (Object part : parts) {
      if (part instanceof Integer number) {
        out.writeBytes(ByteBuffer.allocate(4).putInt(number).array());
      } else if (part instanceof Long number) {
        out.writeBytes(ByteBuffer.allocate(8).putLong(number).array());
      } else {
        out.writeBytes(
            part instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) part);
      }
    }
    return new Key(out.toByteArray());
  }

  /** The bytes; not to be changed. */
  public byte[] bytes() {
    return content.array();
  }

  /** The first key that can follow this one. */
  public Key next() {
    return new Key(Arrays.copyOf(bytes(), content.length() + 1));
  }

  /** The first key behind all that begin with this one. */
  public Key afterAll() {
    int last = content.length() - 1;
    while (bytes()[last] == (byte) 0xff) {
      last--;
    }
    byte[] after = Arrays.copyOf(bytes(), last + 1);
    after[last]++;
    return new Key(after);
  }

  @Override
  public int compareTo(Key other) {
    return content.compareTo(other.content);
  }
}
