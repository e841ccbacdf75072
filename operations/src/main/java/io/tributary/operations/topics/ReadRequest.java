package io.tributary.operations.topics;

import java.util.Optional;

/**
 * Selection of records of a topic.
 *
 * @param topic in the cluster
 * @param follow true to go on with new records
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
