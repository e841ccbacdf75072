package io.tributary.channels;

import java.util.Locale;
import java.util.regex.Pattern;

/** Content types of a provider's requests. */
public enum BodyKind {
  JSON("must be application/json", "application/(json|[a-z0-9!#$&^_.-]+\\+json)"),
  FORM(
      "must be application/x-www-form-urlencoded or application/json",
      "application/(x-www-form-urlencoded|json)"),
  /** Any content type: the sender drops refused requests for good. */
  ANY("may be anything", ".*");

  private final String rule;
  private final Pattern types;

  BodyKind(String rule, String types) {
    this.rule = rule;
    this.types = Pattern.compile("(" + types + ")\\s*(;.*)?");
  }

  public String rule() {
    return rule;
  }

  /** True if the content type matches, with any parameters. */
  public boolean matches(String contentType) {
    return types.matcher(contentType.toLowerCase(Locale.ROOT)).matches();
  }
}
