package io.tributary.operations.status;

import io.tributary.operations.drain.DrainStage;
import io.tributary.operations.drain.GapReader;
import io.tributary.operations.drain.LogGap;
import io.tributary.operations.drain.OffsetRange;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.GroupMember;
import io.tributary.operations.kafka.KafkaQueries;
import io.tributary.operations.kafka.OpenTransaction;
import io.tributary.operations.topics.TopicLoss;
import io.tributary.processors.Changelogs;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.runtime.kafka.topic.FoundTopics;
import io.tributary.runtime.kafka.topic.TopicIds;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the state of the catalogue's topics, and the progress of each stage with them. */
final class ClusterReader {

  private static final Logger log = LoggerFactory.getLogger(ClusterReader.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Cluster cluster;
  private final KafkaQueries queries;
  private final TopicNaming naming;
  private final List<Topic<?, ?>> catalogue;
  private final List<TopicPartition> served = new ArrayList<>();
  private final List<String> offline = new ArrayList<>();
  private final List<String> underReplicated = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();
  private final Map<String, Uuid> present = new HashMap<>();

  ClusterReader(Cluster cluster) {
    this.cluster = cluster;
    this.queries = new KafkaQueries(cluster.admin(), PATIENCE);
    this.naming = cluster.clients().topics();
    this.catalogue = Topics.of(cluster.clients().families());
  }

  ClusterView read(GapReader gaps, TopicIds ids, Changelogs changelogs, RuntimeContext runtime)
      throws InterruptedException {
    List<DrainStage.Consuming> stages =
        DrainStage.inFlowOrder(cluster.clients(), Map::of).stream()
            .filter(DrainStage.Consuming.class::isInstance)
            .map(DrainStage.Consuming.class::cast)
            .toList();
    readPartitions();
    Offsets offsets = offsets(stages);
    List<OpenTransaction> transactions = open(offsets.ends());
    long now = runtime.ticker().nanos();
    Map<TopicPartition, OffsetRange> left =
        new HashMap<>(
            gaps.withRecords(OffsetRange.between(offsets.finished(), offsets.ends()), PATIENCE));
    transactions.forEach(
        transaction ->
            left.computeIfPresent(
                transaction.partition(), (same, gap) -> gap.since(transaction.lastWrite())));
    Map<String, Long> bytes = queries.topicBytes();
    Consumers consumers = consumers(stages);
    return new ClusterView(
        now,
        queries.brokers().size(),
        missing,
        TopicLoss.of(catalogue, naming, ids.losses(found(offsets.starts()))),
        changelogs.losses(cluster.admin(), ids).words(),
        offsets.gaps(),
        transactions,
        offline,
        underReplicated,
        catalogue.stream()
            .filter(topic -> present.containsKey(naming.of(topic)))
            .map(topic -> view(naming.of(topic), topic, offsets, left, bytes))
            .toList(),
        left,
        consumers.holders(),
        consumers.members(),
        consumers.foreigners(),
        states(bytes, cluster.clients().group("processors")),
        controller(runtime));
  }

  /** The time at which a leader of the metadata has fetched from itself is now. */
  private Optional<ClusterView.ControllerClock> controller(RuntimeContext runtime)
      throws InterruptedException {
    try {
      QuorumInfo quorum =
          KafkaAnswers.within(PATIENCE, cluster.admin().describeMetadataQuorum().quorumInfo());
      return quorum.voters().stream()
          .filter(voter -> voter.replicaId() == quorum.leaderId())
          .flatMapToLong(voter -> voter.lastFetchTimestamp().stream())
          .mapToObj(
              millis ->
                  new ClusterView.ControllerClock(quorum.leaderId(), millis - runtime.nowMillis()))
          .findFirst();
    } catch (ApiException e) {
      log.debug("the controller's clock is unknown", e);
      return Optional.empty();
    }
  }

  private FoundTopics found(Map<TopicPartition, Long> starts) {
    Map<TopicPartition, Long> kept = new HashMap<>(starts);
    Set<String> whole = naming.keptWhole();
    kept.keySet().removeIf(place -> !whole.contains(place.topic()));
    return new FoundTopics(present, kept);
  }

  private void readPartitions() throws InterruptedException {
    Map<String, KafkaFuture<TopicDescription>> answers =
        cluster
            .admin()
            .describeTopics(catalogue.stream().map(naming::of).toList())
            .topicNameValues();
    for (Topic<?, ?> topic : catalogue) {
      String name = naming.of(topic);
      try {
        sort(KafkaAnswers.within(PATIENCE, Objects.requireNonNull(answers.get(name))));
      } catch (UnknownTopicOrPartitionException e) {
        missing.add(name);
      }
    }
  }

  private void sort(TopicDescription topic) {
    present.put(topic.name(), topic.topicId());
    for (TopicPartitionInfo info : topic.partitions()) {
      TopicPartition partition = new TopicPartition(topic.name(), info.partition());
      Node leader = info.leader();
      if (leader == null || leader.isEmpty()) {
        offline.add(partition.toString());
      } else {
        served.add(partition);
        if (info.isr().size() < info.replicas().size()) {
          underReplicated.add(partition.toString());
        }
      }
    }
  }

  /**
   * Offsets by partition.
   *
   * @param finished only of topics with a consuming stage
   * @param stages name of the consuming stage by topic
   * @param gaps by stage
   */
  private record Offsets(
      Map<TopicPartition, Long> starts,
      Map<TopicPartition, Long> finished,
      Map<TopicPartition, Long> ends,
      Map<String, String> stages,
      Map<String, List<LogGap>> gaps) {

    static long sum(Map<TopicPartition, Long> offsets, String topic) {
      return offsets.entrySet().stream()
          .filter(entry -> entry.getKey().topic().equals(topic))
          .mapToLong(Map.Entry::getValue)
          .sum();
    }
  }

  /** Asks for commits before ends, so that no lag is negative. */
  private Offsets offsets(List<DrainStage.Consuming> stages) throws InterruptedException {
    Map<String, String> groups = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    for (DrainStage.Consuming stage : stages) {
      for (String topic : stage.topics()) {
        groups.put(topic, stage.group());
        names.put(topic, stage.name());
      }
    }
    Map<String, Map<TopicPartition, Long>> committed = new HashMap<>();
    for (String group : Set.copyOf(groups.values())) {
      committed.put(group, queries.committed(group));
    }
    Map<TopicPartition, Long> starts = queries.starts(served);
    Map<TopicPartition, Long> ends = queries.ends(served);
    Map<TopicPartition, Long> finished = new HashMap<>();
    starts.forEach(
        (partition, start) -> {
          String group = groups.get(partition.topic());
          if (group != null) {
            long done = committed.getOrDefault(group, Map.of()).getOrDefault(partition, start);
            finished.put(partition, Math.max(start, done));
          }
        });
    Map<String, List<LogGap>> gaps = new HashMap<>();
    for (DrainStage.Consuming stage : stages) {
      List<LogGap> found =
          LogGap.between(stage, starts, committed.getOrDefault(stage.group(), Map.of()), naming);
      if (!found.isEmpty()) {
        gaps.computeIfAbsent(stage.name(), first -> new ArrayList<>()).addAll(found);
      }
    }
    return new Offsets(starts, finished, ends, names, gaps);
  }

  /** Transactions where committed records end before the log. */
  private List<OpenTransaction> open(Map<TopicPartition, Long> ends) throws InterruptedException {
    Map<TopicPartition, Long> stable = queries.stableEnds(served);
    return OpenTransaction.in(
        cluster,
        served.stream()
            .filter(place -> stable.getOrDefault(place, 0L) < ends.getOrDefault(place, 0L))
            .toList());
  }

  private static TopicView view(
      String name,
      Topic<?, ?> topic,
      Offsets offsets,
      Map<TopicPartition, OffsetRange> left,
      Map<String, Long> bytes) {
    long end = Offsets.sum(offsets.ends(), name);
    List<OffsetRange> open =
        left.entrySet().stream()
            .filter(gap -> gap.getKey().topic().equals(name))
            .map(Map.Entry::getValue)
            .toList();
    Optional<TopicView.Consumed> consumed =
        Optional.ofNullable(offsets.stages().get(name))
            .map(
                stage ->
                    new TopicView.Consumed(
                        stage,
                        Offsets.sum(offsets.finished(), name),
                        open.stream().mapToLong(OffsetRange::length).sum(),
                        open.stream().flatMapToLong(gap -> gap.since().stream()).min()));
    Long size = bytes.get(name);
    return new TopicView(
        topic,
        name,
        end - Offsets.sum(offsets.starts(), name),
        end,
        size == null ? OptionalLong.empty() : OptionalLong.of(size),
        consumed);
  }

  /**
   * Consumers of the stages.
   *
   * @param members by stage
   * @param foreigners those that are no services, by stage
   * @param holders by their partitions
   */
  private record Consumers(
      Map<String, Integer> members,
      Map<String, List<String>> foreigners,
      Map<TopicPartition, String> holders) {}

  private Consumers consumers(List<DrainStage.Consuming> stages) throws InterruptedException {
    Consumers consumers = new Consumers(new HashMap<>(), new HashMap<>(), new HashMap<>());
    for (DrainStage.Consuming stage : stages) {
      if (!consumers.members.containsKey(stage.name())) {
        List<GroupMember> members = queries.members(stage.group());
        consumers.members.put(stage.name(), members.size());
        List<String> foreigners =
            members.stream().filter(GroupMember::isForeign).map(GroupMember::toString).toList();
        if (!foreigners.isEmpty()) {
          consumers.foreigners.put(stage.name(), foreigners);
        }
        members.forEach(
            member ->
                member
                    .partitions()
                    .forEach(each -> consumers.holders.put(each, member.toString())));
      }
    }
    return consumers;
  }

  /** Kafka Streams names a changelog after application and store. */
  private static Map<String, Long> states(Map<String, Long> bytes, String application) {
    String before = application + '-';
    String behind = "-changelog";
    Map<String, Long> states = new HashMap<>();
    bytes.forEach(
        (topic, size) -> {
          if (topic.startsWith(before) && topic.endsWith(behind)) {
            states.put(topic.substring(before.length(), topic.length() - behind.length()), size);
          }
        });
    return states;
  }
}
