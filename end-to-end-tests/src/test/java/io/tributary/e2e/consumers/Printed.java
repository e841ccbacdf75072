package io.tributary.e2e.consumers;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.store.PlainJson;
import io.tributary.harness.store.TopicRecord;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A record as a program has printed it, or must.
 *
 * @param place {@code topic/partition/offset}
 * @param value plain values, without the names of types of members that can be of several
 */
record Printed(String place, String key, Object value) {

  /** Of {@code PrintRecords}; a value begins with a brace. */
  private static final Pattern LINE = Pattern.compile("(\\S+/\\d+/\\d+) (.*?) (\\{.*|null)");

  /** By this member {@code topics decode} names the branch of a union that has several. */
  private static final String TYPE_MEMBER = "@type";

  /** By this as the only one avsc does. */
  private static final Pattern TYPE = Pattern.compile("([a-z.]+\\.)?[A-Z]\\w+");

  /** A line of {@code PrintRecords}. */
  static Printed ofLine(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw new AssertionError("no record: " + line);
    }
    return new Printed(matcher.group(1), matcher.group(2), value(matcher.group(3)));
  }

  /** A line of JSON. */
  static Printed ofJson(String line) {
    JsonNode json = PlainJson.tree(line);
    return new Printed(
        String.join(
            "/",
            json.path("topic").asText(),
            json.path("partition").asText(),
            json.path("offset").asText()),
        json.path("key").asText(),
        plain(PlainJson.of(json.path("value"))));
  }

  /** A record, and its value as Avro prints it. */
  static Printed of(TopicRecord record, String value) {
    return new Printed(record.place(), record.key(), value(value));
  }

  String topic() {
    return place.substring(0, place.indexOf('/'));
  }

  /** Topic and partition. */
  String partition() {
    return place.substring(0, place.lastIndexOf('/'));
  }

  long offset() {
    return Long.parseLong(place.substring(place.lastIndexOf('/') + 1));
  }

  /** The same without one of its value's members. */
  Printed without(String member) {
    if (!(value instanceof Map<?, ?> members)) {
      return this;
    }
    Map<Object, Object> rest = new TreeMap<>(members);
    rest.remove(member);
    return new Printed(place, key, rest);
  }

  /** A member of its value. */
  Object member(String name) {
    return Objects.requireNonNull(((Map<?, ?>) value).get(name), name);
  }

  private static Object value(String text) {
    return plain(PlainJson.of(text));
  }

  private static Object plain(Object value) {
    if (value instanceof Map<?, ?> members) {
      if (isNamedValue(members)) {
        return plain(members.values().iterator().next());
      }
      Map<String, Object> all = new TreeMap<>();
      members.forEach((name, each) -> all.put((String) name, plain(each)));
      all.remove(TYPE_MEMBER);
      return all;
    }
    if (value instanceof List<?> items) {
      return items.stream().map(Printed::plain).toList();
    }
    return value;
  }

  private static boolean isNamedValue(Map<?, ?> members) {
    return members.size() == 1
        && members.values().iterator().next() instanceof Map
        && TYPE.matcher((String) members.keySet().iterator().next()).matches();
  }
}
