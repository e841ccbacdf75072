package io.tributary.schemas.rule;

import java.util.Map;

/** A number in a rule. */
final class Limit {

  private Limit() {}

  static long of(Map<?, ?> rule, String name, long byDefault) {
    return rule.get(name) instanceof Number number ? number.longValue() : byDefault;
  }
}
