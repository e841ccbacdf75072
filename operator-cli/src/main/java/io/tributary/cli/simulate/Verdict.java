package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.schemas.topic.Family;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether a table holds just what it must. For one thread. */
public final class Verdict {

  private static final int MOST_EXAMPLES = 5;

  private final Family family;
  private final String table;
  private final List<String> examples = new ArrayList<>();
  private long expected;
  private long found;
  private long missing;
  private long different;
  private long extra;

  Verdict(Family family, String table) {
    this.family = family;
    this.table = table;
  }

  /** Looks at the items that are there. */
  void add(Partition partition, List<ObjectNode> items) {
    Map<String, ObjectNode> byKey = new HashMap<>();
    items.forEach(item -> byKey.put(item.path(partition.sort()).asText(), item));
    Map<String, ObjectNode> wanted = partition.wanted().given(byKey);
    expected += wanted.size();
    found += items.size();
    wanted.forEach(
        (key, attributes) ->
            compare(partition, key, attributes, Optional.ofNullable(byKey.get(key))));
    byKey.forEach(
        (key, item) -> {
          if (!wanted.containsKey(key)) {
            extra++;
            example("extra " + partition + ' ' + key + ": " + item);
          }
        });
  }

  private void compare(
      Partition partition, String key, ObjectNode wanted, Optional<ObjectNode> item) {
    if (item.isEmpty()) {
      missing++;
      example("missing " + partition + ' ' + key + ": " + wanted);
      return;
    }
    List<String> wrong = new ArrayList<>();
    wanted
        .properties()
        .forEach(
            attribute -> {
              JsonNode there = item.get().get(attribute.getKey());
              if (!isEqual(attribute.getValue(), there)) {
                wrong.add(
                    attribute.getKey() + " is " + there + " instead of " + attribute.getValue());
              }
            });
    if (!wrong.isEmpty()) {
      different++;
      example("different " + partition + ' ' + key + ": " + String.join(", ", wrong));
    }
  }

  private static boolean isEqual(JsonNode wanted, @Nullable JsonNode there) {
    if (there == null) {
      return wanted.isNull();
    }
    return wanted.equals(Verdict::compareScalars, there);
  }

  /** Numbers are equal by value, as they are for DynamoDB. */
  private static int compareScalars(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue());
    }
    return one.equals(other) ? 0 : 1;
  }

  private void example(String text) {
    if (examples.size() < MOST_EXAMPLES) {
      examples.add(text);
    }
  }

  Family family() {
    return family;
  }

  String table() {
    return table;
  }

  boolean isExact() {
    return missing + different + extra == 0;
  }

  long expected() {
    return expected;
  }

  long found() {
    return found;
  }

  long missing() {
    return missing;
  }

  long different() {
    return different;
  }

  /** Items that nothing accepted accounts for, such as one that is there twice. */
  long extra() {
    return extra;
  }

  List<String> examples() {
    return examples;
  }
}
