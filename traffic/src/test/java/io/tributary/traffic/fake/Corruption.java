package io.tributary.traffic.fake;

import io.tributary.traffic.Plain;
import io.tributary.traffic.RecordedContents;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Damage to contents, each of which a model must report. */
public final class Corruption {

  private final RecordedContents whole;

  public Corruption(RecordedContents whole) {
    this.whole = whole;
  }

  /** Without the record at that place. */
  public RecordedContents lost(String topic, int index) {
    RecordedContents copy = whole.copy();
    copy.topic(topic).remove(index);
    return copy;
  }

  /** With that record a second time, at the end. */
  public RecordedContents doubled(String topic, int index) {
    RecordedContents copy = whole.copy();
    copy.add(copy.topic(topic).get(index));
    return copy;
  }

  /** With two records in each other's places. */
  public RecordedContents swapped(String topic, int one, int other) {
    RecordedContents copy = whole.copy();
    Collections.swap(copy.topic(topic), one, other);
    return copy;
  }

  /** Without an item of the table. */
  public RecordedContents missing(String table) {
    RecordedContents copy = whole.copy();
    copy.table(table).remove(firstKey(table));
    return copy;
  }

  /** With an item that no fact leads to. */
  public RecordedContents extra(String table) {
    RecordedContents copy = whole.copy();
    copy.table(table).put(List.of("extra", "item"), Map.of("a", "b"));
    return copy;
  }

  /** With another value of an attribute of an item. */
  public RecordedContents changed(String table, String attribute) {
    RecordedContents copy = whole.copy();
    Map<String, Object> item = new HashMap<>(copy.table(table).get(firstKey(table)));
    item.put(attribute, Plain.number(7));
    copy.table(table).put(firstKey(table), item);
    return copy;
  }

  private List<Object> firstKey(String table) {
    return whole.table(table).keySet().iterator().next();
  }
}
