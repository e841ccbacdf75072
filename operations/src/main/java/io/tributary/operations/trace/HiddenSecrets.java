package io.tributary.operations.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tributary.schemas.topic.Topics;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificData;

/**
 * Values without secrets: fields that a schema marks with {@code "secret": true}, and members that
 * are named like one, because providers and clients have schemas of their own.
 */
public final class HiddenSecrets {

  /** The mark of a field. */
  static final String MARK = "secret";

  private static final String WORDS =
      "token|secret|password|passwd|pwd|authorization|api_?key|key_hash|private_?key|credentials?";

  private static final Pattern NAMED = Pattern.compile("(?i).*(?:%s)".formatted(WORDS));
  private static final TextNode HIDDEN = TextNode.valueOf("(hidden)");

  /** Members of a provider's JSON or form within a text. */
  private static final Pattern WITHIN =
      Pattern.compile("(?i)((?:%s)(?:\"\\s*:\\s*\"|=))([^\"&]*)".formatted(WORDS));

  /** Names of marked fields, which their attributes in tables have too. */
  private static final Set<String> MARKED =
      Topics.all().stream()
          .flatMap(topic -> topic.valueType().stream())
          .flatMap(type -> fields(type).findParents(MARK).stream())
          .map(field -> field.path("name").asText())
          .collect(Collectors.toUnmodifiableSet());

  private HiddenSecrets() {}

  /** Hides them in a value, which it changes. */
  public static JsonNode in(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        boolean hidden = member.getValue().isTextual() && isSecret(member.getKey());
        member.setValue(hidden ? HIDDEN : in(member.getValue()));
      }
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, in(array.get(i)));
      }
    } else if (node.isTextual()) {
      Matcher within = WITHIN.matcher(node.textValue());
      return TextNode.valueOf(within.replaceAll("$1" + Matcher.quoteReplacement(HIDDEN.asText())));
    }
    return node;
  }

  /** A type's schema as JSON. */
  static JsonNode fields(Class<?> type) {
    try {
      return new ObjectMapper().readTree(SpecificData.get().getSchema(type).toString());
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean isSecret(String name) {
    return MARKED.contains(name) || NAMED.matcher(name).matches();
  }
}
