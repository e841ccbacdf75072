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
    List<String> named = this == OLD ? errors : errors.subList(0, 1);
    String errorOrErrors = named.size() == 1 ? "error" : "errors";
    String detected = named.size() + " validation " + errorOrErrors + " detected: ";
    return (this == BARE ? "" : detected) + String.join("; ", named);
  }

  String member(String name) {
    return this == OLD ? Character.toLowerCase(name.charAt(0)) + name.substring(1) : name;
  }

  /** A value of wrong length. */
  String value(Object value) {
    return this == OLD ? "Value '" + value + "'" : "Value";
  }
}
