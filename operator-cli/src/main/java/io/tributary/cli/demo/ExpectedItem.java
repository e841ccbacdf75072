package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.requests.JsonTemplate;
import io.tributary.runtime.config.SettingType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * An item that a table must hold. Values that the pipeline decides are texts:
 *
 * <ul>
 *   <li>{@code @iso}, {@code @zoneless}, {@code @millis}, {@code @second}: a time of the
 *       demonstration in that form; {@code @second+30d} with an addition
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

  /** True if an item is as expected, with times of that period. */
  boolean holds(ObjectNode item, Period period) {
    return holds(template, item, item, period);
  }

  record Period(Instant start, Instant end) {

    boolean contains(String time, ChronoUnit unit, String fraction) {
      try {
        Instant found = Instant.parse(time);
        return time.matches("[^.]*" + fraction + "Z")
            && !found.isBefore(start.truncatedTo(unit))
            && !found.isAfter(end);
      } catch (DateTimeException e) {
        return false;
      }
    }
  }

  private static boolean holds(JsonNode wanted, JsonNode found, JsonNode item, Period period) {
    if (wanted.isContainerNode()) {
      return wanted.getNodeType() == found.getNodeType()
          && wanted.size() == found.size()
          && (wanted.isObject()
              ? wanted.properties().stream()
                  .allMatch(
                      each ->
                          found.has(each.getKey())
                              && holds(each.getValue(), found.path(each.getKey()), item, period))
              : IntStream.range(0, wanted.size())
                  .allMatch(i -> holds(wanted.get(i), found.path(i), item, period)));
    }
    Matcher reference = REFERENCE.matcher(wanted.asText());
    if (reference.matches()) {
      String life = reference.group(2);
      long seconds = life == null ? 0 : SettingType.DURATION.parser().apply(life).toSeconds();
      return refers(reference.group(1), seconds, found, item, period);
    }
    return matches(wanted, found);
  }

  /** True for an equal value, or a text that matches a pattern behind {@code ~}. */
  static boolean matches(JsonNode wanted, JsonNode found) {
    return wanted.asText().startsWith("~")
        ? found.asText().matches(wanted.asText().substring(1))
        : JsonTemplate.areEqual(wanted, found);
  }

  private static boolean refers(
      String name, long seconds, JsonNode found, JsonNode item, Period period) {
    return switch (name) {
      case "iso" -> period.contains(found.asText(), ChronoUnit.SECONDS, "");
      case "zoneless" -> period.contains(found.asText() + 'Z', ChronoUnit.SECONDS, "");
      case "millis" -> period.contains(found.asText(), ChronoUnit.MILLIS, "\\.\\d{3}");
      case "second" -> {
        long second = found.asLong() - seconds;
        yield second >= period.start().getEpochSecond()
            && second <= period.end().getEpochSecond()
            && isNumber(second + seconds, found);
      }
      case "rev" -> isNumber(Math.max(1, found.asLong()), found);
      default -> {
        JsonNode other = item.path(name);
        yield seconds == 0
            ? JsonTemplate.areEqual(other, found)
            : isNumber(epochSecond(other) + seconds, found);
      }
    };
  }

  private static boolean isNumber(long wanted, JsonNode found) {
    return JsonTemplate.areEqual(LongNode.valueOf(wanted), found);
  }

  private static long epochSecond(JsonNode time) {
    if (time.isNumber()) {
      return time.asLong() > FIRST_MILLI ? time.asLong() / 1000 : time.asLong();
    }
    String text = time.asText();
    return Instant.parse(text.endsWith("Z") ? text : text + 'Z').getEpochSecond();
  }
}
