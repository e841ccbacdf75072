package io.tributary.sink.route;

import io.tributary.schemas.item.Attributes;
import io.tributary.schemas.item.ItemLayout;
import io.tributary.sink.item.Item;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;

/** Mapper of records to the items of a layout. */
record LayoutMapper<K, V extends SpecificRecordBase>(ItemLayout<K, V> layout)
    implements RecordMapper<K, V> {

  @Override
  public ItemWrite map(K key, V value) {
    layout.requireImplied(key, value);
    return layout.removes().test(value)
        ? delete(key, (long) value.get(Attributes.REVISION))
        : new VersionedPut(
            table(), layout.table().key().partition().name(), items(layout.itemsOf(key, value)));
  }

  @Override
  public Optional<VersionedDelete> removal(K key) {
    return layout.topic().isCompacted() ? Optional.of(delete(key, 0)) : Optional.empty();
  }

  /** Deletes an item that the topic has forgotten, once it has expired. */
  @Override
  public Decoded mapTombstone(K key) {
    if (!layout.tombstones()) {
      return RecordMapper.super.mapTombstone(key);
    }
    return layout
        .table()
        .ttlAttribute()
        .<Decoded>map(
            expiry ->
                new Decoded.Write(
                    new ExpiredDelete(table(), items(layout.keysOf(key)).get(0), expiry)))
        .orElseGet(Decoded.Nothing::new);
  }

  private VersionedDelete delete(K key, long revision) {
    return new VersionedDelete(table(), items(layout.keysOf(key)), revision);
  }

  private static List<Item> items(List<Map<String, Object>> values) {
    return values.stream().map(Item::of).toList();
  }

  private String table() {
    return layout.table().name();
  }
}
