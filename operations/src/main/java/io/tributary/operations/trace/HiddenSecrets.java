package io.tributary.operations.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values without secrets that providers send or keys are known by. */
public final class HiddenSecrets {

  private static final Set<String> NAMES =
      Set.of("token", "secret", "password", "key_hash", "authorization", "api_key");

  private static final TextNode HIDDEN = TextNode.valueOf("(hidden)");

  /** Members of a provider's JSON or form within a text. */
  private static final Pattern WITHIN =
      Pattern.compile(
          "((?:\\\"|\\b)(?:%s)(?:\\\"\\s*:\\s*\\\"|=))([^\\\"&]*)"
              .formatted(String.join("|", NAMES)),
          Pattern.CASE_INSENSITIVE);

  private HiddenSecrets() {}

  /** Hides them in a value, which it changes. */
  public static JsonNode in(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        boolean hidden = NAMES.contains(member.getKey()) && member.getValue().isTextual();
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
}
