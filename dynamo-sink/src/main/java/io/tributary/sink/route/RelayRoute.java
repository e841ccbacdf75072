package io.tributary.sink.route;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.StreamPosition;
import io.tributary.schemas.key.ShardKey;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Topic;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A table whose expired items become facts.
 *
 * @param positions topic of the positions in the table's stream
 */
public record RelayRoute<K, V extends SpecificRecordBase>(
    TableDefinition table,
    Topic<K, V> topic,
    Topic<ShardKey, StreamPosition> positions,
    Mapper<K, V> mapper) {

  /** A family's mapper of items that DynamoDB removed after their expiry. */
  @FunctionalInterface
  public interface Mapper<K, V> {

    /**
     * The fact. Throws {@link io.tributary.schemas.key.KeyFormatException} for an item that is not
     * one of the family's that expire.
     *
     * @param key text attributes of the item's key, by name
     */
    Expiry<K, V> map(Map<String, String> key, FactEnvelope envelope);
  }

  /** A fact with the key of its record. */
  public record Expiry<K, V>(K key, V fact) {}
}
