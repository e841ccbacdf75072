package io.tributary.schemas.topic;

/**
 * Names of the catalogue's topics in a cluster.
 *
 * @param generation of the processors; derived topics of later ones have names of their own
 */
public record TopicNaming(String prefix, int generation) {

  /** Names without a prefix, of the first generation. */
  public static final TopicNaming PLAIN = new TopicNaming("");

  public TopicNaming(String prefix) {
    this(prefix, 1);
  }

  /** The topic's name in the cluster. */
  public String of(Topic<?, ?> topic) {
    return topic.kind().isDerived() ? ofGeneration(topic.name()) : prefix + topic.name();
  }

  /** Name of a generation's own thing, such as a consumer group. */
  public String ofGeneration(String name) {
    return prefix + mark(generation, ".") + name;
  }

  /** Mark of a generation in names, such as {@code g2.}; empty for the first. */
  public static String mark(int generation, String separator) {
    return generation > 1 ? "g" + generation + separator : "";
  }
}
