package io.tributary.schemas.rule;

import io.tributary.schemas.item.ItemSize;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.generic.IndexedRecord;

/** Rule of a field's value. */
public sealed interface ValueRule
    permits TextRule,
        RecordRule,
        ValueRule.NumberRule,
        ValueRule.JsonRule,
        ValueRule.ListRule,
        ValueRule.MapRule,
        ValueRule.AnyRecord {

  /**
   * Throws {@link InvalidValueException}, or {@link io.tributary.schemas.key.KeyFormatException}
   * for a text that breaks its form.
   *
   * @param field name for the message
   */
  void check(String field, Object value);

  private static void require(boolean kept, String field, String words) {
    if (!kept) {
      throw new InvalidValueException(field + ' ' + words);
    }
  }

  /** Range of an integer, both bounds included. */
  record NumberRule(long least, long most) implements ValueRule {

    public boolean accepts(long number) {
      return number >= least && number <= most;
    }

    public String words() {
      return "must be an integer from " + least + " to " + most;
    }

    @Override
    public void check(String field, Object value) {
      require(accepts(((Number) value).longValue()), field, words());
    }
  }

  /**
   * Text that is JSON without white space.
   *
   * @param most bytes of UTF-8; 0 without a limit
   * @param type of JSON Schema; empty for any value
   * @param members rule of an object's members, known to the gateway alone: others do not parse it
   */
  record JsonRule(int most, String type, Optional<MapRule> members) implements ValueRule {

    public boolean accepts(String json) {
      return most == 0 || ItemSize.utf8(json) <= most;
    }

    public String words() {
      return "must have at most " + most + " bytes as JSON without white space";
    }

    @Override
    public void check(String field, Object value) {
      require(accepts((String) value), field, words());
    }
  }

  /** Size of a list, both bounds included, and the rule of its elements. */
  record ListRule(int least, int most, Optional<ValueRule> items) implements ValueRule {

    public boolean accepts(int size) {
      return size >= least && size <= most;
    }

    public String words() {
      return least == 0 ? "must hold at most " + most : "must hold " + least + " to " + most;
    }

    /** Rule of elements that are texts. */
    public TextRule texts() {
      return (TextRule) items.orElseThrow();
    }

    @Override
    public void check(String field, Object value) {
      Collection<?> list = (Collection<?>) value;
      require(accepts(list.size()), field, words());
      items.ifPresent(rule -> list.forEach(element -> rule.check(field, element)));
    }
  }

  /** Upper limit of a map's entries, rule of their names, and rule of their values. */
  record MapRule(int most, TextRule names, Optional<ValueRule> values) implements ValueRule {

    public String words() {
      return "must hold at most " + most;
    }

    /** Rule of values that are texts. */
    public TextRule texts() {
      return (TextRule) values.orElseThrow();
    }

    @Override
    public void check(String field, Object value) {
      Map<?, ?> map = (Map<?, ?>) value;
      require(map.size() <= most, field, words());
      map.keySet().forEach(name -> names.check("a name in " + field, name));
      values.ifPresent(rule -> map.values().forEach(member -> rule.check(field, member)));
    }
  }

  /** Record of one of several types, with the rules of its own. */
  record AnyRecord() implements ValueRule {

    @Override
    public void check(String field, Object value) {
      IndexedRecord record = (IndexedRecord) value;
      RecordRule.of(record.getSchema()).check(record);
    }
  }
}
