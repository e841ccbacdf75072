package io.tributary.operations.topics;

import java.util.Optional;

/**
 * What somebody wants to see of a topic.
 *
 * @param topic its name in the cluster
 * @param key only records with this key
 * @param follow goes on with records that come later
 */
public record ReadRequest(String topic, Start start, Optional<String> key, boolean follow) {

  public enum Start {
    BEGINNING,
    /** A few records before the end of each partition. */
    LATELY,
    /** New records only. */
    NOW
  }
}
