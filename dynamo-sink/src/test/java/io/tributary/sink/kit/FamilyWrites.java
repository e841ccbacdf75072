package io.tributary.sink.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.sink.item.Item;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.ItemRoute;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedPut;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a family's records ask of its tables. */
public final class FamilyWrites {

  private static final ValueFormat FRAMING = SingleObjectFormat.ofReleases();

  private final SinkFamily family;

  public FamilyWrites(SinkFamily family) {
    this.family = family;
  }

  /** The only item that a record puts, into that table. */
  public Map<String, AttributeValue> item(String table, String key, SpecificRecordBase record) {
    return item(table, "pk", key, record);
  }

  /** The same of a table whose partition key has that name. */
  public Map<String, AttributeValue> item(
      String table, String pk, String key, SpecificRecordBase record) {
    VersionedPut put = (VersionedPut) write(key, record);
    assertThat(put.table()).isEqualTo(table);
    assertThat(put.key()).isEqualTo(pk);
    assertThat(put.items()).hasSize(1);
    return put.items().get(0).attributes();
  }

  /** What a record that can be written asks for. */
  public ItemWrite write(String key, SpecificRecordBase record) {
    return ((Decoded.Write) decode(key, record)).write();
  }

  /** A record in the topic that has such values. */
  public Decoded decode(String key, SpecificRecordBase record) {
    return decode(
        route -> record.getClass().equals(route.topic().requiredValueType()),
        key,
        FRAMING.encode(record));
  }

  /** A tombstone. */
  public Decoded tombstone(String topic, String key) {
    return decode(route -> route.topic().name().equals(topic), key, null);
  }

  private Decoded decode(Predicate<ItemRoute<?, ?>> where, String key, byte @Nullable [] value) {
    return family.routes().stream()
        .filter(where)
        .findFirst()
        .orElseThrow()
        .decode(FRAMING, key.getBytes(StandardCharsets.UTF_8), value);
  }

  /** The key of an item of a table whose keys are {@code pk} and {@code sk}. */
  public static Item key(String pk, String sk) {
    return new Item(Map.of("pk", text(pk), "sk", text(sk)));
  }

  public static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  public static AttributeValue number(String number) {
    return AttributeValue.fromN(number);
  }
}
