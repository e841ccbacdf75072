package io.tributary.runtime.kafka.topic;

import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Creates the catalogue's topics and compares the cluster with it.
 *
 * <p>From the second generation on, record topics have as many partitions as those that exist.
 */
public final class TopicAdmin {

  private static final long TIMEOUT_SECONDS = 30;
  private static final String RETENTION = "retention.ms";
  private static final Set<String> ESSENTIAL =
      Set.of("cleanup.policy", "retention.bytes", "message.timestamp.type", "max.message.bytes");

  /** A redriven record keeps its partition. */
  private static final Set<TopicKind> SIZED = Set.of(TopicKind.RECORDS, TopicKind.REDRIVES);

  private final Admin admin;
  private final ExistingTopics existing;
  private final TopicNaming naming;
  private final short replicationFactor;

  /**
   * Uses a client that stays the caller's.
   *
   * @param replicationFactor -1 for the brokers' own
   */
  public TopicAdmin(Admin admin, TopicNaming naming, int replicationFactor) {
    this.admin = admin;
    this.existing = new ExistingTopics(admin);
    this.naming = naming;
    this.replicationFactor = (short) replicationFactor;
  }

  /**
   * Number of partitions of this generation's record topics, by most of those that exist.
   *
   * @return empty if none exists, and in the first generation, where all topics have the same
   */
  public OptionalInt recordPartitions(Collection<? extends Topic<?, ?>> topics) {
    return naming.generation() == 1
        ? OptionalInt.empty()
        : recordPartitions(topics, describe(topics));
  }

  private OptionalInt recordPartitions(
      Collection<? extends Topic<?, ?>> topics, Map<String, TopicDescription> there) {
    if (naming.generation() == 1) {
      return OptionalInt.empty();
    }
    return most(
        topics.stream()
            .filter(topic -> SIZED.contains(topic.kind()))
            .flatMap(topic -> Stream.ofNullable(there.get(naming.of(topic))))
            .map(topic -> topic.partitions().size()));
  }

  /** The number of partitions that most topics have, the higher one of two; empty without any. */
  public static OptionalInt most(Stream<Integer> partitions) {
    return partitions
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
        .entrySet()
        .stream()
        .max(Map.Entry.<Integer, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .map(most -> OptionalInt.of(most.getKey()))
        .orElse(OptionalInt.empty());
  }

  /** The topics with the partition counts of this generation. */
  public List<Topic<?, ?>> sized(Collection<? extends Topic<?, ?>> topics) {
    return sized(topics, recordPartitions(topics));
  }

  private List<Topic<?, ?>> sized(
      Collection<? extends Topic<?, ?>> topics, OptionalInt recordPartitions) {
    return topics.stream()
        .<Topic<?, ?>>map(
            topic ->
                topic.withPartitions(
                    SIZED.contains(topic.kind())
                        ? recordPartitions.orElse(naming.partitions(topic))
                        : naming.partitions(topic)))
        .toList();
  }

  /** Creates missing topics and returns their names. Returns once every partition is served. */
  public List<String> create(Collection<? extends Topic<?, ?>> given) {
    return create(given, OptionalInt.empty());
  }

  /**
   * The same.
   *
   * @param partitions of record topics if none exists
   */
  public List<String> create(Collection<? extends Topic<?, ?>> given, OptionalInt partitions) {
    OptionalInt there = recordPartitions(given);
    List<Topic<?, ?>> topics = sized(given, there.isPresent() ? there : partitions);
    List<NewTopic> wanted = topics.stream().map(this::newTopic).toList();
    CreateTopicsOptions options =
        new CreateTopicsOptions().timeoutMs((int) Duration.ofSeconds(TIMEOUT_SECONDS).toMillis());
    var results = admin.createTopics(wanted, options).values();
    List<String> created = new ArrayList<>();
    for (NewTopic topic : wanted) {
      if (succeeds(Objects.requireNonNull(results.get(topic.name())))) {
        created.add(topic.name());
      }
    }
    awaitServed(topics);
    return created;
  }

  /**
   * Throws {@link IllegalStateException} unless all topics exist and match the catalogue in
   * partitions, cleanup policy and clock.
   */
  public void requireUsable(Collection<? extends Topic<?, ?>> topics) {
    Map<String, TopicDescription> there = describe(topics);
    List<String> missing =
        topics.stream().map(naming::of).filter(name -> !there.containsKey(name)).toList();
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "missing topics " + missing + "; `tributary topics create` makes them");
    }
    List<String> findings = drift(topics, there, ESSENTIAL);
    if (!findings.isEmpty()) {
      String all = String.join("; ", findings);
      throw new IllegalStateException(
          all.contains(" partitions=") ? all + "; see `tributary topics recreate`" : all);
    }
  }

  /**
   * Throws {@link IllegalStateException} if a topic keeps its records for less than its retention.
   */
  public void requireRetention(Collection<? extends Topic<?, ?>> topics) {
    Map<String, Config> configs = existing.configs(topics.stream().map(naming::of).toList());
    for (Topic<?, ?> topic : topics) {
      String wanted = topic.config().get(RETENTION);
      String found =
          wanted == null ? "" : ExistingTopics.valueOf(configs.get(naming.of(topic)), RETENTION);
      if (wanted != null && millis(found) < millis(wanted)) {
        throw new IllegalStateException(
            "topic %s has %s=%s and must keep its records for %s or longer"
                .formatted(naming.of(topic), RETENTION, found, wanted));
      }
    }
  }

  private static long millis(String retention) {
    long millis = Long.parseLong(retention);
    return millis < 0 ? Long.MAX_VALUE : millis;
  }

  /**
   * Waits until every partition answers: an idempotent producer that writes to a leader before it
   * serves may never recover.
   */
  private void awaitServed(Collection<? extends Topic<?, ?>> topics) {
    Object unused =
        existing.offsets(
            () -> ExistingTopics.places(all(topics), OffsetSpec.latest(), any -> true));
  }

  /** Throws {@link UnknownTopicOrPartitionException} if the asked broker does not know them all. */
  private Collection<TopicDescription> all(Collection<? extends Topic<?, ?>> topics) {
    Map<String, TopicDescription> found = describe(topics);
    List<String> missing = new ArrayList<>(topics.stream().map(naming::of).toList());
    missing.removeAll(found.keySet());
    if (!missing.isEmpty()) {
      throw new UnknownTopicOrPartitionException("topics " + missing + " are not there");
    }
    return found.values();
  }

  /** Differences between catalogue and cluster in words. */
  public List<String> drift(Collection<? extends Topic<?, ?>> topics) {
    return drift(
        topics,
        describe(topics),
        topics.stream()
            .flatMap(topic -> topic.config().keySet().stream())
            .collect(Collectors.toSet()));
  }

  private List<String> drift(
      Collection<? extends Topic<?, ?>> topics,
      Map<String, TopicDescription> found,
      Set<String> settings) {
    Map<String, Config> configs = existing.configs(found.keySet());
    List<String> findings = new ArrayList<>();
    for (Topic<?, ?> topic : sized(topics, recordPartitions(topics, found))) {
      String name = naming.of(topic);
      TopicDescription description = found.get(name);
      if (description == null) {
        findings.add("topic " + name + " does not exist");
      } else {
        findings.addAll(
            driftOf(topic, description.partitions().size(), configs.get(name), settings));
      }
    }
    return findings;
  }

  private List<String> driftOf(
      Topic<?, ?> topic, int partitions, @Nullable Config actual, Set<String> settings) {
    String name = naming.of(topic);
    List<String> findings = new ArrayList<>();
    if (partitions != topic.partitions()) {
      findings.add(differing(name, "partitions", "" + partitions, "" + topic.partitions()));
    }
    for (Map.Entry<String, String> wanted : topic.config().entrySet()) {
      String found = ExistingTopics.valueOf(actual, wanted.getKey());
      if (settings.contains(wanted.getKey()) && !wanted.getValue().equals(found)) {
        findings.add(differing(name, wanted.getKey(), found, wanted.getValue()));
      }
    }
    return findings;
  }

  private static String differing(String topic, String what, String found, String wanted) {
    return "topic %s has %s=%s, the catalogue says %s".formatted(topic, what, found, wanted);
  }

  /** Existing topics by name. */
  private Map<String, TopicDescription> describe(Collection<? extends Topic<?, ?>> topics) {
    return existing.describe(topics.stream().map(naming::of).toList());
  }

  /** Kafka's ids of existing topics, by name. */
  public Map<String, Uuid> ids(Collection<String> names) {
    return existing.ids(names);
  }

  /** True if a generation behind the first has topics. */
  public boolean hasLaterGenerations() {
    return KafkaAnswers.get(admin.listTopics().names()).stream()
        .anyMatch(naming::isOfLaterGeneration);
  }

  private NewTopic newTopic(Topic<?, ?> topic) {
    return new NewTopic(naming.of(topic), topic.partitions(), replicationFactor)
        .configs(topic.config());
  }

  private static boolean succeeds(KafkaFuture<Void> future) {
    try {
      Object unused = KafkaAnswers.get(future);
      return true;
    } catch (TopicExistsException e) {
      return false;
    }
  }
}
