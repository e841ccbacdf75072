package io.tributary.processors.fact;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Source of one kind of fact.
 *
 * @param keyOf the key that a fact implies; a record with another key would be out of order
 * @param ownKeysOnly true where a fact must be in the partition that its key hashes to
 */
public record FactSource<K, F extends SpecificRecordBase>(
    Topic<K, F> topic,
    Function<F, K> keyOf,
    Function<F, FactEnvelope> envelopeOf,
    boolean ownKeysOnly) {

  /** Enough for gateways and relays; every record of the fact has a copy. */
  private static final int MAX_ENVELOPE_CHARACTERS = 4096;

  /** A source that takes facts in any partition. */
  public FactSource(Topic<K, F> topic, Function<F, K> keyOf, Function<F, FactEnvelope> envelopeOf) {
    this(topic, keyOf, envelopeOf, false);
  }

  /** The same source for facts that are in the partition of their key alone. */
  public FactSource<K, F> withOwnKeysOnly() {
    return new FactSource<>(topic, keyOf, envelopeOf, true);
  }

  /** Refuses a fact with too long an envelope, or in a wrong partition. */
  void check(F fact, PartitionScope<K, F> partition) {
    FactEnvelope envelope = envelopeOf.apply(fact);
    int characters =
        envelope.getFactId().length()
            + envelope.getRequestId().length()
            + envelope.getCaller().length()
            + envelope.getProducerVersion().length();
    FactRefusedException.requireWithin(
        "the envelope's characters", characters, 0, MAX_ENVELOPE_CHARACTERS);
    if (ownKeysOnly) {
      partition.requireOwner(keyOf.apply(fact));
    }
  }

  /**
   * The fact in a record; {@link FactRefusedException}, {@link UndecodableException} or {@link
   * KeyFormatException} without one.
   */
  public F read(ValueFormat format, byte @Nullable [] key, byte @Nullable [] value) {
    if (value == null) {
      throw new FactRefusedException(FailureCode.UNDECODABLE, "a fact must have a value");
    }
    F fact = format.decode(topic.requiredValueType(), value);
    String implied = topic.keys().encode(keyOf.apply(fact));
    if (key == null || !implied.equals(new String(key, StandardCharsets.UTF_8))) {
      throw new FactRefusedException(
          FailureCode.INVALID_KEY, "the record's key must be the one that its value implies");
    }
    return fact;
  }
}
