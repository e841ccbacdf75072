package io.tributary.embedded.dynamodb.value;

import io.tributary.embedded.dynamodb.wire.JsonForm;
import java.util.Arrays;
import java.util.Base64;

/** Bytes that are equal by content and ordered as unsigned numbers. */
public final class Bytes implements Comparable<Bytes>, JsonForm {
  private final byte[] content;

  /** Takes the array as its own. */
  public Bytes(byte[] content) {
    this.content = content;
  }

  /** The array itself; not to be changed. */
  public byte[] array() {
    return content;
  }

  /** Their number. */
  public int length() {
    return content.length;
  }

  @Override
  public Object json() {
    return toString();
  }

  /** True if these begin with those. */
  public boolean startsWith(Bytes prefix) {
    return prefix.length() <= length()
        && Arrays.equals(content, 0, prefix.length(), prefix.content, 0, prefix.length());
  }

  /** True if these contain those in a row. */
  public boolean contains(Bytes part) {
    for (int i = 0; i + part.length() <= length(); i++) {
      if (Arrays.equals(content, i, i + part.length(), part.content, 0, part.length())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(content, other.content);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  @Override
  public String toString() {
    return Base64.getEncoder().encodeToString(content);
  }
}
