package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.requests.JsonTemplate;
import io.tributary.schemas.topic.Family;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts of a table's expected and found items. For one thread. */
public final class SimulationResult {

  private static final int MOST_EXAMPLES = 5;

  final Family family;
  final String table;
  final List<String> examples = new ArrayList<>();
  long expected;
  long found;
  long missing;
  long different;
  long extra;

  SimulationResult(Family family, String table) {
    this.family = family;
    this.table = table;
  }

  /** Compares the items of a partition. */
  void add(Partition partition, List<ObjectNode> items) {
    Map<String, ObjectNode> left = new HashMap<>();
    items.forEach(item -> left.put(item.path(partition.sort()).asText(), item));
    Map<String, ObjectNode> wanted = partition.expected().apply(Map.copyOf(left));
    expected += wanted.size();
    found += items.size();
    wanted.forEach(
        (key, attributes) -> {
          ObjectNode item = left.remove(key);
          String place = partition + " " + key + ": ";
          if (item == null) {
            missing++;
            example("missing " + place + attributes);
          } else {
            compare(place, attributes, item);
          }
        });
    extra += left.size();
    left.forEach((key, item) -> example("extra " + partition + ' ' + key + ": " + item));
  }

  private void compare(String place, ObjectNode wanted, ObjectNode item) {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, JsonNode> attribute : wanted.properties()) {
      JsonNode there = item.get(attribute.getKey());
      JsonNode value = attribute.getValue();
      if (there == null ? !value.isNull() : !JsonTemplate.areEqual(value, there)) {
        wrong.add(attribute.getKey() + " is " + there + " instead of " + attribute.getValue());
      }
    }
    if (!wrong.isEmpty()) {
      different++;
      example("different " + place + String.join(", ", wrong));
    }
  }

  private void example(String text) {
    if (examples.size() < MOST_EXAMPLES) {
      examples.add(text);
    }
  }

  boolean isExact() {
    return missing + different + extra == 0;
  }
}
