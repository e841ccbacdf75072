package io.tributary.sink.route;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.StreamPosition;
import io.tributary.schemas.key.ShardKey;
import io.tributary.schemas.topic.Topic;
import io.tributary.sink.table.TableDefinition;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A table whose expired items become facts.
 *
 * @param topic of the facts
 * @param positions how far the table's stream has been relayed
 * @param mapper the family's
 */
public record RelayRoute<K, V extends SpecificRecordBase>(
    TableDefinition table,
    Topic<K, V> topic,
    Topic<ShardKey, StreamPosition> positions,
    Mapper<K, V> mapper) {

  /** What a family supplies for an item that DynamoDB has removed because it had expired. */
  @FunctionalInterface
  public interface Mapper<K, V> {

    /**
     * The fact. Throws {@link io.tributary.schemas.key.KeyFormatException} for an item that is none
     * of the family's that expire.
     *
     * @param key the item's key attributes that are texts, by name
     */
    Expiry<K, V> map(Map<String, String> key, FactEnvelope envelope);
  }

  /** A fact with the key of its record. */
  public record Expiry<K, V>(K key, V fact) {}
}
