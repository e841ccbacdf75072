package io.tributary.embedded.dynamodb.request;

import java.util.List;

/** The wordings of failed constraints, which AWS changes operation by operation. */
enum Wording {
  /** All errors in one message, members in camel case. */
  OLD,
  /** The first error, members as in JSON. */
  NEW,
  /** The same without saying how many. */
  BARE;

  String message(List<String> errors) {
    return switch (this) {
      case OLD ->
          errors.size()
              + (errors.size() == 1
                  ? " validation error detected: "
                  : " validation errors detected: ")
              + String.join("; ", errors);
      case NEW -> "1 validation error detected: " + errors.get(0);
      case BARE -> errors.get(0);
    };
  }

  String member(String name) {
    return this == OLD ? Character.toLowerCase(name.charAt(0)) + name.substring(1) : name;
  }

  /** A value of wrong length. */
  String value(Object value) {
    return this == OLD ? "Value '" + value + "'" : "Value";
  }
}
