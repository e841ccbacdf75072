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

    /** The key with that text behind the kind. */
    public Key named(String name) {
      return begin().text(name).key();
    }

    /** The key with that number behind the kind; a prefix of those with more behind it. */
    public Key numbered(int number) {
      return begin().number(number).key();
    }

    /** Begins a longer key. */
    public Builder begin() {
      return new Builder(code);
    }
  }

  /** A key that is being put together. */
  public static final class Builder {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(64);

    private Builder(int code) {
      out.write(code);
    }

    /** Four bytes. */
    public Builder number(int number) {
      out.writeBytes(ByteBuffer.allocate(4).putInt(number).array());
      return this;
    }

    /** Eight bytes of a number that is not negative. */
    public Builder number(long number) {
      out.writeBytes(ByteBuffer.allocate(8).putLong(number).array());
      return this;
    }

    /** UTF-8. */
    public Builder text(String text) {
      out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
      return this;
    }

    /** Bytes as they are. */
    public Builder bytes(byte[] bytes) {
      out.writeBytes(bytes);
      return this;
    }

    /** The key so far. */
    public Key key() {
      return new Key(out.toByteArray());
    }
  }

  /** Its bytes; not to be changed. */
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
