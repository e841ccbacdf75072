package io.tributary.sink.route;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.item.ItemLayout;
import io.tributary.schemas.item.UnstorableException;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * A topic with its writes.
 *
 * @param targets every table of its writes
 * @param coalesces true when each record holds its whole item, so that a newer one replaces an
 *     older one
 */
public record ItemRoute<K, V extends SpecificRecordBase>(
    Topic<K, V> topic, RecordMapper<K, V> mapper, List<Target> targets, boolean coalesces) {

  public ItemRoute {
    targets = List.copyOf(targets);
  }

  /** A route that writes all records. */
  public ItemRoute(Topic<K, V> topic, RecordMapper<K, V> mapper, Target... targets) {
    this(topic, mapper, List.of(targets), false);
  }

  /** A route to the items of a layout. */
  public static <K, V extends SpecificRecordBase> ItemRoute<K, V> of(ItemLayout<K, V> layout) {
    return new ItemRoute<>(layout.topic(), new LayoutMapper<>(layout), Target.of(layout.table()));
  }

  /** A route to items with their time of writing; see {@link Target}. */
  public static <K, V extends SpecificRecordBase> ItemRoute<K, V> of(
      ItemLayout<K, V> layout, String written) {
    return new ItemRoute<>(
        layout.topic(), new LayoutMapper<>(layout), Target.of(layout.table(), written));
  }

  /** The route of a topic whose records hold their whole item. */
  public ItemRoute<K, V> coalescing() {
    return new ItemRoute<>(topic, mapper, targets, true);
  }

  public Family family() {
    return topic.family().orElseThrow();
  }

  /** True when it writes to one of the tables, named without prefix. */
  public boolean goesTo(Set<String> tables) {
    return targets.stream().anyMatch(target -> tables.contains(target.table().name()));
  }

  /**
   * Decodes a record; every fault of it is a failure, never an exception. {@link
   * SchemaUnavailableException} without a schema now.
   */
  public Decoded decode(ValueFormat format, byte @Nullable [] key, byte @Nullable [] value) {
    return key == null ? undecodable("key is absent") : read(format, key, value);
  }

  private Decoded read(ValueFormat format, byte[] key, byte @Nullable [] value) {
    try {
      K parts = topic.keys().decode(text(key));
      Decoded decoded =
          value == null ? mapper.mapTombstone(parts) : readValue(format, parts, value);
      return decoded instanceof Decoded.Unwritable unwritable
          ? new Decoded.Unwritable(unwritable.failure(), mapper.removal(parts))
          : decoded;
    } catch (KeyFormatException e) {
      return undecodable("key: " + e.getMessage());
    } catch (CharacterCodingException e) {
      return undecodable("key: not UTF-8");
    } catch (SchemaUnavailableException e) {
      throw e;
    } catch (RuntimeException e) {
      return undecodable("key: " + e.getClass().getSimpleName());
    }
  }

  private Decoded readValue(ValueFormat format, K parts, byte[] value) {
    try {
      V content = format.decode(topic.requiredValueType(), value);
      return new Decoded.Write(mapper.map(parts, content));
    } catch (KeyFormatException e) {
      return undecodable("key: " + e.getMessage());
    } catch (SchemaUnavailableException e) {
      throw e;
    } catch (UndecodableException e) {
      return undecodable("value: " + e.getMessage());
    } catch (UnstorableException e) {
      return new Decoded.Unwritable(
          new Failure(FailureCode.ITEM_REJECTED, String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      // an unforeseen value; the records behind it must go on
      return undecodable("value: " + e.getClass().getSimpleName());
    }
  }

  private static String text(byte[] key) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString();
  }

  private static Decoded undecodable(String reason) {
    return new Decoded.Unwritable(new Failure(FailureCode.RECORD_UNDECODABLE, reason));
  }
}
