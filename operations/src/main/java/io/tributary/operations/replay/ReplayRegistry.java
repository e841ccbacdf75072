package io.tributary.operations.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.KafkaQueries;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.sink.replay.ReplayPipeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.GroupNotEmptyException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/**
 * Replays that the cluster remembers. Ends and specification are the commits of a group with the
 * suffix {@code .plan}, positions those of the replay's own group. Kafka forgets both a week after
 * the last change ({@code offsets.retention.minutes}).
 */
public final class ReplayRegistry {

  private static final String PLAN = ".plan";
  private static final String FROM = "from";
  private static final String PUTS_END = "puts_end";
  private static final String OPEN = "open";
  private static final String SPEC = "spec";

  private final Admin admin;
  private final KafkaQueries groups;
  private final String prefix;

  public ReplayRegistry(Cluster cluster) {
    this.admin = cluster.admin();
    this.groups = cluster.queries();
    this.prefix = cluster.clients().group(ReplayPipeline.group(""));
  }

  /** All replays that Kafka remembers, by name. */
  public List<ReplayProgress> all() throws InterruptedException {
    List<String> names =
        KafkaAnswers.of(admin.listGroups().all()).stream()
            .map(group -> group.groupId())
            .filter(group -> group.startsWith(prefix) && group.endsWith(PLAN))
            .map(group -> group.substring(prefix.length(), group.length() - PLAN.length()))
            .sorted()
            .toList();
    List<ReplayProgress> found = new ArrayList<>();
    for (String name : names) {
      find(name).ifPresent(found::add);
    }
    return found;
  }

  /** The replay of that name, if it has begun. */
  public Optional<ReplayProgress> find(String name) throws InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> ends = groups.commits(prefix + name + PLAN);
    if (ends.isEmpty()) {
      return Optional.empty();
    }
    Map<TopicPartition, Long> from = new HashMap<>();
    Map<TopicPartition, Long> putsEnd = new HashMap<>();
    Map<TopicPartition, Long> to = new HashMap<>();
    ends.forEach(
        (partition, end) -> {
          JsonNode noted = ReplaySpec.parsed(end.metadata());
          from.put(partition, noted.path(FROM).asLong());
          putsEnd.put(partition, noted.path(PUTS_END).asLong());
          to.put(partition, end.offset());
        });
    Map<TopicPartition, Long> at = groups.committed(prefix + name);
    JsonNode noted = ReplaySpec.parsed(ends.values().iterator().next().metadata());
    return Optional.of(
        new ReplayProgress(
            name,
            ReplaySpec.of(noted.path(SPEC)),
            from,
            putsEnd,
            to,
            at,
            noted.path(OPEN).asBoolean()));
  }

  /**
   * Begins a replay, also again.
   *
   * @param patience time for the session of a killed run to expire
   */
  public void begin(String name, ReplaySpec spec, TopicScan scan, Deadline patience)
      throws InterruptedException {
    if (!groups.awaitEmpty(prefix + name, patience)) {
      throw OperationException.failed("replay " + name + " runs");
    }
    Map<TopicPartition, OffsetAndMetadata> starts = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
    scan.ends()
        .forEach(
            (partition, end) -> {
              long start = scan.starts().getOrDefault(partition, 0L);
              long to = Math.max(start, end);
              starts.put(partition, new OffsetAndMetadata(start));
              ends.put(partition, noted(spec, start, to, to, spec.live()));
            });
    // the plan comes last: a half begun plan counts as none
    forget(prefix + name + PLAN);
    forget(prefix + name);
    groups.commit(prefix + name, starts);
    groups.commit(prefix + name + PLAN, ends);
  }

  /**
   * Sets the present ends as the last: after all puts, so that removals by others in the meantime
   * lie before them.
   */
  public void extend(ReplayProgress replay) throws InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
    groups
        .stableEnds(replay.to().keySet())
        .forEach(
            (partition, found) -> {
              long from = of(replay.from(), partition);
              long putsEnd = of(replay.putsEnd(), partition);
              long end = Math.max(found, of(replay.to(), partition));
              ends.put(partition, noted(replay.spec(), from, putsEnd, end, false));
            });
    groups.commit(prefix + replay.name() + PLAN, ends);
  }

  private static OffsetAndMetadata noted(
      ReplaySpec spec, long from, long putsEnd, long to, boolean open) {
    ObjectNode metadata = spec.json().objectNode();
    metadata.put(FROM, from);
    metadata.put(PUTS_END, putsEnd);
    metadata.put(OPEN, open);
    metadata.set(SPEC, spec.json());
    return new OffsetAndMetadata(to, metadata.toString());
  }

  private static long of(Map<TopicPartition, Long> offsets, TopicPartition partition) {
    return offsets.getOrDefault(partition, 0L);
  }

  private void forget(String group) throws InterruptedException {
    try {
      KafkaAnswers.of(admin.deleteConsumerGroups(List.of(group)).all());
    } catch (GroupIdNotFoundException e) {
      // there is none
    } catch (GroupNotEmptyException | UnknownMemberIdException e) {
      throw OperationException.failed("a consumer has just joined group " + group);
    }
  }
}
