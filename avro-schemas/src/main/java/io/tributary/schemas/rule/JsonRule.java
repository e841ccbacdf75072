package io.tributary.schemas.rule;

import io.tributary.schemas.item.ItemSize;
import java.util.Map;
import java.util.Optional;

/**
 * Rule of a text that is JSON without white space.
 *
 * @param most bytes of UTF-8; 0 without a limit
 * @param type of JSON Schema; empty for any value
 * @param members rule of an object's members, known to the gateway alone: others do not parse it
 */
public record JsonRule(int most, String type, Optional<MapRule> members) implements ValueRule {

  static JsonRule of(Map<?, ?> rule) {
    Map<?, ?> content = RecordRule.nested(rule, "contentSchema");
    return new JsonRule(
        (int) Limit.of(rule, "maxBytes", 0),
        content.get("type") instanceof String type ? type : "",
        content.containsKey("propertyNames")
            ? Optional.of(
                MapRule.of(
                    content, TextRule.of(RecordRule.nested(content, "additionalProperties"))))
            : Optional.empty());
  }

  public boolean accepts(String json) {
    return most == 0 || ItemSize.utf8(json) <= most;
  }

  public String words() {
    return "must have at most " + most + " bytes as JSON without white space";
  }

  @Override
  public void check(String field, Object value) {
    if (!accepts((String) value)) {
      throw new InvalidValueException(field, words());
    }
  }
}
