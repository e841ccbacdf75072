package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.runtime.config.SettingType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An item that a table must hold. What the pipeline decides stands in it as a text:
 *
 * <ul>
 *   <li>{@code @iso}, {@code @zoneless}, {@code @millis}, {@code @second}: a moment of the
 *       demonstration, in that form; {@code @second+30d} with an addition
 *   <li>{@code @updated_at}, {@code @updated_at+30d}: another attribute, or its epoch second with
 *       an addition
 *   <li>{@code @rev}: any revision; {@code ~pattern}: a text
 * </ul>
 *
 * @param events count of sent events that it holds
 */
record ExpectedItem(ObjectNode template, int events) {

  private static final Pattern REFERENCE = Pattern.compile("@(\\w+)(?:\\+(\\w+))?");
  private static final long FIRST_MILLI = 100_000_000_000L;

  /** True for the item of the same key. */
  boolean isKeyOf(List<String> key, ObjectNode found) {
    return key.stream().allMatch(name -> found.path(name).equals(template.path(name)));
  }

  /** Deviation of a found item. */
  Optional<String> violation(ObjectNode found, Moments moments) {
    ObjectNode wanted = (ObjectNode) resolved(template, found, found, moments);
    return wanted.equals(ExpectedItem::compareScalars, found)
        ? Optional.empty()
        : Optional.of("should hold " + wanted + " but holds " + found);
  }

  private static JsonNode resolved(JsonNode part, JsonNode found, JsonNode item, Moments moments) {
    if (part.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      part.properties()
          .forEach(
              field ->
                  object.set(
                      field.getKey(),
                      resolved(field.getValue(), found.path(field.getKey()), item, moments)));
      return object;
    }
    if (part.isArray()) {
      var array = JsonNodeFactory.instance.arrayNode();
      for (int index = 0; index < part.size(); index++) {
        array.add(resolved(part.get(index), found.path(index), item, moments));
      }
      return array;
    }
    Matcher reference = REFERENCE.matcher(part.asText());
    if (reference.matches()) {
      return referred(reference, found, item, moments);
    }
    return part.asText().startsWith("~") && DemoScript.matches(part, found) ? found : part;
  }

  private static JsonNode referred(
      Matcher reference, JsonNode found, JsonNode item, Moments moments) {
    long life =
        Optional.ofNullable(reference.group(2))
            .map(SettingType.DURATION.parser())
            .map(Duration::toSeconds)
            .orElse(0L);
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (reference.group(1)) {
      case "iso" -> nodes.textNode(moments.nearest(found.asText()));
      case "zoneless" -> nodes.textNode(moments.nearestZoneless(found.asText()));
      case "millis" -> nodes.textNode(moments.nearestMillisecond(found.asText()));
      case "second" -> nodes.numberNode(moments.nearestSecond(found.asLong() - life) + life);
      case "rev" -> nodes.numberNode(Math.max(1, found.asLong()));
      default -> {
        JsonNode other = item.path(reference.group(1));
        yield life == 0 ? other : nodes.numberNode(epochSecond(other) + life);
      }
    };
  }

  private static long epochSecond(JsonNode time) {
    if (time.isNumber()) {
      return time.asLong() > FIRST_MILLI ? time.asLong() / 1000 : time.asLong();
    }
    String text = time.asText();
    return Instant.parse(text.endsWith("Z") ? text : text + 'Z').getEpochSecond();
  }

  /** Numbers are equal by value, as in DynamoDB. */
  private static int compareScalars(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue());
    }
    return one.equals(other) ? 0 : 1;
  }
}
