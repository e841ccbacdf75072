package io.tributary.operations.status;

import io.tributary.operations.drain.OffsetRange;
import io.tributary.operations.kafka.OpenTransaction;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** Findings about partitions that stand still, such as those of an instance that was killed. */
final class WaitFindings {

  /** Age of a record that a working instance does not leave. */
  private static final double STILL_SECONDS = 3;

  /** Findings that explain it. */
  private static final Set<FindingKind> CAUSES =
      EnumSet.of(
          FindingKind.TOPICS_MISSING,
          FindingKind.TOPIC_REPLACED,
          FindingKind.STATE_LOST,
          FindingKind.TRANSACTION_OPEN,
          FindingKind.PARTITIONS_OFFLINE,
          FindingKind.DYNAMODB_UNREACHABLE,
          FindingKind.TABLES_MISSING,
          FindingKind.SERVICE_UNREADY,
          FindingKind.STAGE_STOPPED,
          FindingKind.STAGE_LATE,
          FindingKind.THROTTLED,
          FindingKind.WRITES_FAIL);

  private final Status status;
  private final ClusterView before;
  private final ClusterView view;

  private WaitFindings(Status status, ClusterView before, ClusterView view) {
    this.status = status;
    this.before = before;
    this.view = view;
  }

  /**
   * One for each stage and cause, unless another finding explains it.
   *
   * @param known other findings of that status
   */
  static List<Finding> of(Status status, List<Finding> known) {
    if (known.stream().map(Finding::rule).anyMatch(CAUSES::contains)) {
      return List.of();
    }
    return status
        .before()
        .cluster()
        .value()
        .flatMap(
            before ->
                status
                    .now()
                    .cluster()
                    .value()
                    .map(view -> new WaitFindings(status, before, view).findings()))
        .orElse(List.of());
  }

  private List<Finding> findings() {
    Map<String, List<TopicPartition>> still = new TreeMap<>();
    for (TopicView topic : view.topics()) {
      topic
          .consumed()
          .map(TopicView.Consumed::stage)
          .filter(stage -> view.members().getOrDefault(stage, 0) > 0)
          .ifPresent(
              stage ->
                  view.left().keySet().stream()
                      .filter(partition -> partition.topic().equals(topic.name()))
                      .filter(partition -> isStill(partition) && age(partition) >= STILL_SECONDS)
                      .forEach(
                          partition ->
                              cause(partition)
                                  .map(cause -> stage + " wait for " + cause)
                                  .ifPresent(
                                      waits ->
                                          still
                                              .computeIfAbsent(waits, any -> new ArrayList<>())
                                              .add(partition))));
    }
    return still.entrySet().stream().map(each -> finding(each.getKey(), each.getValue())).toList();
  }

  private boolean isStill(TopicPartition partition) {
    OffsetRange earlier = before.left().get(partition);
    OffsetRange now = view.left().get(partition);
    return view.nanos() > before.nanos()
        && earlier != null
        && now != null
        && earlier.from() == now.from();
  }

  /** Empty for a partition whose consumer goes on with others: it is late. */
  private Optional<String> cause(TopicPartition partition) {
    Optional<OpenTransaction> open =
        view.transactions().stream().filter(each -> each.partition().equals(partition)).findFirst();
    if (open.isPresent()) {
      return open.filter(each -> status.age(each.lastWrite()) >= STILL_SECONDS)
          .map(WaitFindings::endOf);
    }
    String holder = view.holders().getOrDefault(partition, "");
    if (holder.isEmpty()) {
      return Optional.of("the group to share them out");
    }
    boolean goesOn =
        before.left().keySet().stream()
            .anyMatch(each -> holder.equals(view.holders().get(each)) && !isStill(each));
    return goesOn ? Optional.empty() : Optional.of(holder);
  }

  private static String endOf(OpenTransaction open) {
    return "the end of the transaction of "
        + open.transactionalId().orElse("producer " + open.producer());
  }

  private Finding finding(String waits, List<TopicPartition> partitions) {
    List<String> names = partitions.stream().map(TopicPartition::toString).sorted().toList();
    double age = partitions.stream().mapToDouble(this::age).max().orElse(0);
    long records = partitions.stream().mapToLong(each -> left(each).length()).sum();
    return FindingKind.PARTITIONS_WAIT.found(
        "partitions of the %s: %s, with %s records, the oldest is %s old"
            .formatted(waits, Format.some(names), Format.count(records), Format.age(age)));
  }

  private double age(TopicPartition partition) {
    return left(partition).since().stream().mapToDouble(status::age).findFirst().orElse(0);
  }

  private OffsetRange left(TopicPartition partition) {
    return Objects.requireNonNull(view.left().get(partition));
  }
}
