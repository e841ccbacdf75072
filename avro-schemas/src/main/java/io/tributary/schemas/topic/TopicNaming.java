package io.tributary.schemas.topic;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names of the catalogue's topics in a cluster, and their partitions.
 *
 * @param generation of the processors; derived topics of later ones have names of their own
 * @param partitions of topics that have more than one by the catalogue
 */
public record TopicNaming(String prefix, int generation, int partitions) {

  private static final Pattern LATER = Pattern.compile("g[0-9]{1,9}\\.(.+)");

  /** Names without a prefix, of the first generation. */
  public static final TopicNaming PLAIN = new TopicNaming("");

  public TopicNaming(String prefix) {
    this(prefix, 1, Topics.PARTITIONS);
  }

  /** The topic's name in the cluster. */
  public String of(Topic<?, ?> topic) {
    return topic.kind().isDerived() ? ofGeneration(topic.name()) : prefix + topic.name();
  }

  /** Names of the topics that are kept whole. */
  public Set<String> keptWhole() {
    return Topics.all().stream()
        .filter(Topic::isKeptWhole)
        .map(this::of)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Number of the topic's partitions. */
  public int partitions(Topic<?, ?> topic) {
    return topic.partitions() == Topics.PARTITIONS ? partitions : topic.partitions();
  }

  /** Name of a generation's own thing, such as a consumer group. */
  public String ofGeneration(String name) {
    return prefix + mark(generation, ".") + name;
  }

  /** True for the name of a derived topic of a generation behind the first. */
  public boolean isOfLaterGeneration(String name) {
    if (!name.startsWith(prefix)) {
      return false;
    }
    Matcher parts = LATER.matcher(name.substring(prefix.length()));
    return parts.matches()
        && Topics.named(parts.group(1)).filter(topic -> topic.kind().isDerived()).isPresent();
  }

  /** Mark of a generation in names, such as {@code g2.}; empty for the first. */
  public static String mark(int generation, String separator) {
    return generation > 1 ? "g" + generation + separator : "";
  }
}
