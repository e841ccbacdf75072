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
 * What makes two records the same event.
 *
 * @param partsOf the parts of a record's identity
 * @param acceptedAt when its fact was accepted, epoch milliseconds
 * @param remembered how long after that a repeat is a repeat
 */
public record EventIdentity<K, V extends SpecificRecordBase>(
    Topic<K, V> topic,
    BiFunction<K, V, List<String>> partsOf,
    ToLongFunction<V> acceptedAt,
    Duration remembered) {

  /**
   * The first 128 bits of SHA-256 over the parts, each behind its length. Senders choose the ids,
   * so the digest must be one that nobody can make collide: that takes some 2^64 tries. By chance
   * two of n do so with a probability of n^2 / 2^129: below 10^-24 for 20 million, below 10^-20 for
   * a billion.
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
