package io.tributary.embedded.dynamodb.value;

import io.tributary.embedded.dynamodb.value.AttributeValue.B;
import io.tributary.embedded.dynamodb.value.AttributeValue.Bool;
import io.tributary.embedded.dynamodb.value.AttributeValue.L;
import io.tributary.embedded.dynamodb.value.AttributeValue.M;
import io.tributary.embedded.dynamodb.value.AttributeValue.Many;
import io.tributary.embedded.dynamodb.value.AttributeValue.N;
import io.tributary.embedded.dynamodb.value.AttributeValue.Null;
import io.tributary.embedded.dynamodb.value.AttributeValue.S;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Items as stored. A map is the number of its members, then name and value of each; a value is its
 * type's ordinal and its content; lengths and numbers of elements are variable-length integers.
 */
public final class ItemCodec {
  private ItemCodec() {}

  /** To bytes. */
  public static byte[] encode(Map<String, AttributeValue> item) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256);
    write(item, out);
    return out.toByteArray();
  }

  /** From bytes. */
  public static Map<String, AttributeValue> decode(byte[] stored) {
    return members(ByteBuffer.wrap(stored));
  }

  private static void write(Map<String, AttributeValue> members, ByteArrayOutputStream out) {
    length(members.size(), out);
    for (Map.Entry<String, AttributeValue> member : members.entrySet()) {
      write(member.getKey(), out);
      write(member.getValue(), out);
    }
  }

  private static void write(AttributeValue value, ByteArrayOutputStream out) {
    out.write(value.type().code());
    switch (value.type()) {
      case S -> write(((S) value).text(), out);
      case N -> write(((N) value).text(), out);
      case B -> write(((B) value).bytes().array(), out);
      case BOOL -> out.write(((Bool) value).value() ? 1 : 0);
      case NULL -> {}
      case L -> write(((L) value).elements(), out);
      case M -> write(((M) value).members(), out);
      case SS, NS, BS -> write(((Many) value).members(), out);
    }
  }

  private static void write(Collection<AttributeValue> values, ByteArrayOutputStream out) {
    length(values.size(), out);
    values.forEach(value -> write(value, out));
  }

  private static void write(String text, ByteArrayOutputStream out) {
    write(text.getBytes(StandardCharsets.UTF_8), out);
  }

  private static void write(byte[] bytes, ByteArrayOutputStream out) {
    length(bytes.length, out);
    out.writeBytes(bytes);
  }

  private static void length(int length, ByteArrayOutputStream out) {
    int rest = length;
    while (rest > 0x7f) {
      out.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  private static Map<String, AttributeValue> members(ByteBuffer in) {
    int number = length(in);
    Map<String, AttributeValue> members = new LinkedHashMap<>(number * 2);
    for (int i = 0; i < number; i++) {
      String name = text(in);
      members.put(name, value(in));
    }
    return members;
  }

  private static AttributeValue value(ByteBuffer in) {
    ValueType type = ValueType.of(in.get());
    return switch (type) {
      case S -> new S(text(in));
      case N -> new N(text(in));
      case B -> new B(new Bytes(bytes(in)));
      case BOOL -> new Bool(in.get() == 1);
      case NULL -> new Null();
      case L -> new L(values(in));
      case M -> new M(members(in));
      case SS, NS, BS -> new Many(type, new LinkedHashSet<>(values(in)));
    };
  }

  private static List<AttributeValue> values(ByteBuffer in) {
    int number = length(in);
    List<AttributeValue> values = new ArrayList<>(number);
    for (int i = 0; i < number; i++) {
      values.add(value(in));
    }
    return values;
  }

  private static String text(ByteBuffer in) {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(ByteBuffer in) {
    byte[] bytes = new byte[length(in)];
    in.get(bytes);
    return bytes;
  }

  private static int length(ByteBuffer in) {
    int length = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      length |= (next & 0x7f) << shift;
      if (next >= 0) {
        return length;
      }
    }
  }
}
