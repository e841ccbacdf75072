package io.tributary.schemas.rule;

import java.util.Map;
import org.apache.avro.generic.IndexedRecord;

/** Rules of a field that has a record of one of several types, by their full names. */
record UnionRule(Map<String, RecordRule> types) implements ValueRule {

  @Override
  public void check(String field, Object value) {
    RecordRule rule = types.get(((IndexedRecord) value).getSchema().getFullName());
    if (rule != null) {
      rule.check(field, value);
    }
  }
}
