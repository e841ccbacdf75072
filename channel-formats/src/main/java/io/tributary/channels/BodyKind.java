package io.tributary.channels;

import java.util.Locale;
import java.util.regex.Pattern;

/** What a provider's requests bring, told by their content type. */
public enum BodyKind {
  /** JSON. */
  JSON("must be application/json", "application/(json|[a-z0-9!#$&^_.-]+\\+json)"),
  /** Fields of a form, or JSON. */
  FORM(
      "must be application/x-www-form-urlencoded or application/json",
      "application/(x-www-form-urlencoded|json)"),
  /** Whatever it calls itself: who brings it drops for good what is refused. */
  ANY("may be anything", ".*");

  private final String rule;
  private final Pattern types;

  BodyKind(String rule, String types) {
    this.rule = rule;
    this.types = Pattern.compile("(" + types + ")\\s*(;.*)?");
  }

  /** What the content type must be. */
  public String rule() {
    return rule;
  }

  /** True of a content type that says so, whatever its parameters; an empty one is none. */
  public boolean isSaidBy(String contentType) {
    return types.matcher(contentType.toLowerCase(Locale.ROOT)).matches();
  }
}
