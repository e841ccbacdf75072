package io.tributary.asyncapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.schemas.topic.Topic;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A record of each record topic, as {@code topics read} printed it after requests to a pipeline:
 * key, headers and value, from {@code records.jsonl}.
 */
final class RecordedSamples {

  private static final Map<String, JsonNode> BY_TOPIC = read();

  private RecordedSamples() {}

  static Optional<JsonNode> of(Topic<?, ?> topic) {
    return Optional.ofNullable(BY_TOPIC.get(topic.name()));
  }

  private static Map<String, JsonNode> read() {
    ObjectMapper json = new ObjectMapper();
    Map<String, JsonNode> lines = new HashMap<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    RecordedSamples.class.getResourceAsStream("/asyncapi/records.jsonl")),
                StandardCharsets.UTF_8))) {
      for (String line : reader.lines().toList()) {
        JsonNode record = json.readTree(line);
        lines.put(record.path("topic").asText(), record);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }
}
