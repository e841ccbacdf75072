package io.tributary.schemas.topic;

/**
 * Names of the catalogue's topics in a cluster.
 *
 * @param prefix put before every name; empty by default
 * @param generation of the processors; from the second on, what follows from facts is named apart
 */
public record TopicNaming(String prefix, int generation) {

  /** Names without a prefix, of the first generation. */
  public static final TopicNaming PLAIN = new TopicNaming("");

  /** Names of the first generation. */
  public TopicNaming(String prefix) {
    this(prefix, 1);
  }

  /** The topic's name in the cluster. */
  public String of(Topic<?, ?> topic) {
    return topic.kind().isDerived() ? ofGeneration(topic.name()) : prefix + topic.name();
  }

  /** What a generation has of its own, such as a consumer group, by the name that it goes by. */
  public String ofGeneration(String name) {
    return prefix + mark(generation, ".") + name;
  }

  /**
   * What tells names of a generation from those of others, such as {@code g2.}; nothing for the
   * first.
   */
  public static String mark(int generation, String separator) {
    return generation > 1 ? "g" + generation + separator : "";
  }
}
