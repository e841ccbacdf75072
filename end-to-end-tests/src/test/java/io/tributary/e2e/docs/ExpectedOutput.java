package io.tributary.e2e.docs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The part of an output that a document shows: lines of text, and JSON values, some of whose fields
 * may be left out. Of times and revisions only the form must match.
 *
 * @param text as in the document
 */
record ExpectedOutput(String text) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> VOLATILE =
      Set.of(
          "ExpiryTime",
          "accepted_at_ms",
          "batch_id",
          "created_at",
          "expiration_time",
          "message_timestamp",
          "rev",
          "timestamp_ms",
          "ts_batch",
          "updated_at");

  /** Fails where the output is another one. */
  void requireIn(String output) {
    List<Object> expected = parts(text);
    List<Object> found = parts(output);
    if (expected.size() != found.size()) {
      throw new AssertionError("shown:\n" + text + "\nbut found:\n" + output);
    }
    for (int i = 0; i < expected.size(); i++) {
      require("" + i, expected.get(i), found.get(i));
    }
  }

  /** Lines of text, then the JSON values. */
  private static List<Object> parts(String text) {
    List<Object> parts = new ArrayList<>();
    StringBuilder json = new StringBuilder();
    for (String line : text.strip().split("\n", -1)) {
      if (line.matches("[<a-z].*")) {
        parts.add(line.strip());
      } else {
        json.append(line).append('\n');
      }
    }
    try (JsonParser parser = JSON.createParser(json.toString());
        MappingIterator<JsonNode> values = JSON.readValues(parser, JsonNode.class)) {
      values.forEachRemaining(parts::add);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + json, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return parts;
  }

  private static void require(String place, Object expected, Object found) {
    if (expected instanceof JsonNode shown && found instanceof JsonNode actual) {
      requireNode(place, shown, actual, false);
    } else if (!expected.equals(found)) {
      throw different(place, expected, found);
    }
  }

  private static void requireNode(String place, JsonNode shown, JsonNode found, boolean alike) {
    if (shown.isObject()) {
      shown
          .properties()
          .forEach(
              field ->
                  requireNode(
                      place + "/" + field.getKey(),
                      field.getValue(),
                      found.path(field.getKey()),
                      alike || VOLATILE.contains(field.getKey())));
    } else if (shown.isArray()) {
      requireList(place, shown, found, alike);
    } else if (!(alike ? form(shown).equals(form(found)) : shown.equals(found))) {
      throw different(place, shown, found);
    }
  }

  private static void requireList(String place, JsonNode shown, JsonNode found, boolean alike) {
    if (!found.isArray() || found.size() != shown.size()) {
      throw different(place, shown, found);
    }
    for (int i = 0; i < shown.size(); i++) {
      requireNode(place + "/" + i, shown.get(i), found.get(i), alike);
    }
  }

  private static String form(JsonNode value) {
    return value.getNodeType() + value.asText().replaceAll("[0-9]", "0");
  }

  private static AssertionError different(String place, Object shown, Object found) {
    return new AssertionError("at " + place + " shown: " + shown + "\nfound: " + found);
  }
}
