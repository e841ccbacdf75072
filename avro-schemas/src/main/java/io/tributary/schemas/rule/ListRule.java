package io.tributary.schemas.rule;

import java.util.Collection;
import java.util.Optional;

/** Size of a list, both bounds included, and the rule of its elements. */
public record ListRule(int least, int most, Optional<ValueRule> items) implements ValueRule {

  /** Rule of elements that are texts. */
  public TextRule texts() {
    return (TextRule) items.orElseThrow();
  }

  @Override
  public void check(String field, Object value) {
    Collection<?> list = (Collection<?>) value;
    if (list.size() < least || list.size() > most) {
      throw new InvalidValueException(field, "must hold " + least + " to " + most);
    }
    if (items.isPresent()) {
      ValueRule rule = items.get();
      for (Object element : list) {
        rule.check(field, element);
      }
    }
  }
}
