package io.tributary.embedded.dynamodb.request;

import io.tributary.embedded.dynamodb.request.Shape.Kind;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Collects the constraints that a request fails. */
final class ConstraintCheck {
  private final Wording wording;
  private final List<String> errors = new ArrayList<>();

  ConstraintCheck(Wording wording) {
    this.wording = wording;
  }

  List<String> errors(Shape shape, Map<?, ?> request) {
    structure(shape, request, "");
    return errors;
  }

  private void structure(Shape shape, Map<?, ?> members, String path) {
    shape
        .members()
        .forEach(
            (name, member) -> {
              Object value = members.get(name);
              String place = path + wording.member(name);
              if (value != null) {
                check(member.shape(), value, place);
              } else if (member.required()) {
                errors.add("Value null" + place(place) + "Member must not be null");
              }
            });
  }

  private void check(Shape shape, Object value, String place) {
    switch (shape.kind()) {
      case STRUCTURE -> structure(shape, (Map<?, ?>) value, place + '.');
      case LIST -> list(shape, (List<?>) value, place);
      case MAP -> map(shape, (Map<?, ?>) value, place);
      case UNSERVED -> throw DynamoDbException.validation("%s is not served by this server", place);
      default -> scalar(shape, value, place);
    }
  }

  private void list(Shape shape, List<?> elements, String place) {
    length(shape, elements.size(), elements, place);
    for (int i = 0; i < elements.size(); i++) {
      check(element(shape), elements.get(i), place + '.' + (i + 1) + ".member");
    }
  }

  private void map(Shape shape, Map<?, ?> members, String place) {
    length(shape, members.size(), members, place);
    Shape element = element(shape);
    if (element.kind() == Kind.LIST
        && members.values().stream().anyMatch(list -> !element.takes(((List<?>) list).size()))) {
      fail(
          printed(shape, members),
          place,
          "Map value must satisfy constraint: [Member must have length less than or equal to %d,"
                  .formatted(element.maximum())
              + " Member must have length greater than or equal to %d]"
                  .formatted(element.minimum()));
    } else if (element.kind() != Kind.VALUE) {
      members.forEach((key, value) -> check(element(shape), value, place + '.' + key + ".member"));
    }
  }

  private static Shape element(Shape shape) {
    return Objects.requireNonNull(shape.element());
  }

  private void scalar(Shape shape, Object value, String place) {
    if (value instanceof String text) {
      if (!shape.values().isEmpty() && !shape.values().contains(text)) {
        fail(value, place, "Member must satisfy enum value set: " + shape.values());
      }
      if (shape.pattern() != null && !shape.pattern().matcher(text).matches()) {
        fail(value, place, "Member must satisfy regular expression pattern: " + shape.pattern());
      }
      length(shape, text.length(), text, place);
    } else if (value instanceof BigDecimal number) {
      range(shape, number, place);
    }
  }

  private void range(Shape shape, BigDecimal number, String place) {
    boolean low = number.compareTo(BigDecimal.valueOf(shape.minimum())) < 0;
    if (low || number.compareTo(BigDecimal.valueOf(shape.maximum())) > 0) {
      fail(number, place, "Member must have value " + limit(shape, low));
    }
  }

  private void length(Shape shape, int length, Object value, String place) {
    if (!shape.takes(length)) {
      String rule = "Member must have length " + limit(shape, length < shape.minimum());
      errors.add(wording.value(printed(shape, value)) + place(place) + rule);
    }
  }

  private static String limit(Shape shape, boolean isLow) {
    return isLow
        ? "greater than or equal to " + shape.minimum()
        : "less than or equal to " + shape.maximum();
  }

  /** A value as AWS prints it: structures with their names, but not their inner values. */
  private static Object printed(Shape shape, Object value) {
    return switch (shape.kind()) {
      case LIST -> ((List<?>) value).stream().map(one -> printed(element(shape), one)).toList();
      case MAP -> {
        Map<String, Object> printed = Members.copy((Map<?, ?>) value);
        printed.replaceAll((key, one) -> printed(element(shape), one));
        yield printed;
      }
      case STRUCTURE ->
          ((Map<?, ?>) value)
              .entrySet().stream()
                  .map(
                      one -> Wording.OLD.member((String) one.getKey()) + '=' + flat(one.getValue()))
                  .collect(Collectors.joining(", ", shape.name() + '(', ")"));
      case VALUE -> flat(value);
      default -> value;
    };
  }

  private static Object flat(Object value) {
    return value instanceof Map<?, ?> || value instanceof List<?> ? "..." : value;
  }

  private void fail(Object value, String place, String rule) {
    errors.add("Value '" + value + '\'' + place(place) + rule);
  }

  private static String place(String place) {
    return " at '" + place + "' failed to satisfy constraint: ";
  }
}
