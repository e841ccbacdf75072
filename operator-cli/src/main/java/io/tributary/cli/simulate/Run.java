package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.requests.JsonTemplate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;

/**
 * One simulation. Its id is in every key, so that runs do not meet.
 *
 * @param id 12 hex digits in lower case
 * @param start when it began
 * @param size how many times as many senders as the smallest has
 */
record Run(String id, Instant start, InstantSource clock, int size) {

  private static final int HEX = 16;
  private static final JsonNode REQUESTS = JsonTemplate.resource("/simulate/requests.json");

  /** Tenant, company and org of the run. */
  String name() {
    return "sim-" + id;
  }

  /** So many decimal digits that tell the run from others. */
  String digits(int count) {
    long modulus = Math.round(Math.pow(10, count));
    return String.format(Locale.ROOT, "%0" + count + "d", Long.parseLong(id, HEX) % modulus);
  }

  /** Body of a request by the template of that name. */
  static ObjectNode body(String name, Map<String, ?> values) {
    return JsonTemplate.object(REQUESTS.path(name), values);
  }

  static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}
