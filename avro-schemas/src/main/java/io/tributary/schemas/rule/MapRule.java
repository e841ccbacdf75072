package io.tributary.schemas.rule;

import java.util.Map;
import java.util.Optional;

/** Upper limit of a map's entries, rule of their names, and rule of their values. */
public record MapRule(int most, TextRule names, Optional<ValueRule> values) implements ValueRule {

  static MapRule of(Map<?, ?> rule, Optional<ValueRule> values) {
    return new MapRule(
        (int) Limit.of(rule, "maxProperties", Integer.MAX_VALUE),
        (TextRule) TextRule.of(RecordRule.nested(rule, "propertyNames")).orElseThrow(),
        values);
  }

  /** Rule of values that are texts. */
  public TextRule texts() {
    return (TextRule) values.orElseThrow();
  }

  @Override
  public void check(String field, Object value) {
    Map<?, ?> map = (Map<?, ?>) value;
    if (map.size() > most) {
      throw new InvalidValueException(field, "must hold at most " + most);
    }
    map.forEach(
        (name, member) -> {
          names.check("a name in " + field, name);
          values.ifPresent(rule -> rule.check(field, member));
        });
  }
}
