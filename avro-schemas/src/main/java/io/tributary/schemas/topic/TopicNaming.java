package io.tributary.schemas.topic;

/**
 * Names of the catalogue's topics in a cluster.
 *
 * @param prefix put before every name; empty by default
 */
public record TopicNaming(String prefix) {

  /** Names without a prefix. */
  public static final TopicNaming PLAIN = new TopicNaming("");

  /** The topic's name in the cluster. */
  public String of(Topic<?, ?> topic) {
    return prefix + topic.name();
  }
}
