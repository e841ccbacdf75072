package io.tributary.schemas.rule;

/** Rule of a field's value. */
public sealed interface ValueRule
    permits TextRule, JsonRule, NumberRule, ListRule, MapRule, RecordRule, UnionRule {

  /**
   * Throws {@link InvalidValueException}, or {@link io.tributary.schemas.key.KeyFormatException}
   * for a text that breaks its form.
   *
   * @param field name for the message
   */
  void check(String field, Object value);
}
