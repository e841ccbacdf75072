package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.KeyBytes;
import io.tributary.embedded.dynamodb.value.ValueType;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The key of a table or an index.
 *
 * @param hash one attribute, up to four in an index
 * @param range none or one, up to four in an index
 */
public record KeySchema(List<KeyAttribute> hash, List<KeyAttribute> range) {
  /** Values of the hash of a partition key: scans are in its order. */
  private static final int HASHES = 1 << 16;

  /** From its form in requests. */
  static KeySchema of(List<?> elements, Map<String, ValueType> types) {
    List<KeyAttribute> hash = new ArrayList<>();
    List<KeyAttribute> range = new ArrayList<>();
    for (Object element : elements) {
      String name = (String) Objects.requireNonNull(((Map<?, ?>) element).get("AttributeName"));
      boolean isHash = "HASH".equals(((Map<?, ?>) element).get("KeyType"));
      ValueType type = Objects.requireNonNull(types.get(name), name);
      (isHash ? hash : range).add(new KeyAttribute(name, type, isHash));
    }
    return new KeySchema(List.copyOf(hash), List.copyOf(range));
  }

  /** All attributes, those of the hash first. */
  public List<KeyAttribute> all() {
    List<KeyAttribute> all = new ArrayList<>(hash);
    all.addAll(range);
    return all;
  }

  /** Their names. */
  public List<String> names() {
    return all().stream().map(KeyAttribute::name).toList();
  }

  /** True if the item has all of them, so that an index has an entry for it. */
  public boolean isIn(Map<String, AttributeValue> item) {
    return all().stream().allMatch(key -> key.takes(item.get(key.name())));
  }

  /** The item's key attributes. */
  public Map<String, AttributeValue> of(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    for (KeyAttribute attribute : all()) {
      key.put(attribute.name(), value(attribute, item));
    }
    return key;
  }

  private static AttributeValue value(KeyAttribute key, Map<String, AttributeValue> item) {
    return Objects.requireNonNull(item.get(key.name()));
  }

  /** The beginning of the keys of one partition, in the space of a table or an index. */
  public byte[] partition(int space, Map<String, AttributeValue> values) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(64);
    for (KeyAttribute key : hash) {
      KeyBytes.write(value(key, values), out);
    }
    byte[] encoded = out.toByteArray();
    int hash = (Arrays.hashCode(encoded) * 0x9E3779B1) >>> 16;
    return Key.of(Key.Kind.ENTRY, space, twoBytes(hash), encoded).bytes();
  }

  private static byte[] twoBytes(int hash) {
    return new byte[] {(byte) (hash >>> 8), (byte) hash};
  }

  /** The first key of a segment, which is a range of hashes, or behind the last segment. */
  public static Key segment(int space, int segment, int segments) {
    int hash = (int) ((long) segment * HASHES / segments);
    return hash == HASHES
        ? Key.of(Key.Kind.ENTRY, space).afterAll()
        : Key.of(Key.Kind.ENTRY, space, twoBytes(hash));
  }

  /**
   * The key of an entry.
   *
   * @param further attributes behind its own
   */
  Key entry(int space, Map<String, AttributeValue> item, List<KeyAttribute> further) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(128);
    out.writeBytes(partition(space, item));
    for (List<KeyAttribute> keys : List.of(range, further)) {
      keys.forEach(key -> KeyBytes.write(value(key, item), out));
    }
    return new Key(out.toByteArray());
  }
}
