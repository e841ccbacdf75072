package io.tributary.processors.dedupe;

import io.tributary.schemas.key.Sha256;
import io.tributary.schemas.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Identity of a record's event.
 *
 * @param partsOf the parts of the identity
 * @param acceptedAt of the fact, epoch milliseconds
 * @param remembered time after that in which an equal event is a repeat
 */
public record EventIdentity<K, V extends SpecificRecordBase>(
    Topic<K, V> topic,
    BiFunction<K, V, List<String>> partsOf,
    ToLongFunction<V> acceptedAt,
    Duration remembered) {

  /**
   * The first 128 bits of SHA-256 over the parts, each behind its length. Senders choose the ids,
   * so collisions must be infeasible: they take some 2^64 tries. By chance two of n collide with a
   * probability of n^2 / 2^129: below 10^-24 for 20 million, below 10^-20 for a billion.
   */
  public Digest digest(K key, V value) {
    MessageDigest sha = Sha256.begin();
    for (String part : partsOf.apply(key, value)) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      sha.update((byte) (bytes.length >>> 8));
      sha.update((byte) bytes.length);
      sha.update(bytes);
    }
    return Digest.of(sha.digest());
  }
}
