package io.tributary.schemas.rule;

import java.util.Map;

/** Range of an integer, both bounds included. */
public record NumberRule(long least, long most) implements ValueRule {

  static NumberRule of(Map<?, ?> rule) {
    return new NumberRule(
        Limit.of(rule, "minimum", Long.MIN_VALUE), Limit.of(rule, "maximum", Long.MAX_VALUE));
  }

  public boolean accepts(long number) {
    return number >= least && number <= most;
  }

  public String words() {
    return "must be an integer from " + least + " to " + most;
  }

  @Override
  public void check(String field, Object value) {
    if (!accepts(((Number) value).longValue())) {
      throw new InvalidValueException(field, words());
    }
  }
}
