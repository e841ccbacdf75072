package io.tributary.operations.status;

import io.tributary.operations.deadletters.OpenDeadLetters;
import io.tributary.operations.drain.Lag;
import io.tributary.operations.drain.OffsetRange;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.table.TableReport;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/** A pipeline of which tests change a single thing. */
public final class Samples {

  static final long NOW = 1_795_340_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private Samples() {}

  /** All at rest, and nothing wrong. */
  public static Snapshot atRest() {
    return new Snapshot(
        NOW,
        Answered.of(cluster(SECOND, List.of(facts(100, 100, 0, 0), records(90, 90, 0, 0)))),
        Answered.of(List.of()),
        Answered.of(List.of(new Lag("waits", "inbox.waits", 0))),
        Answered.of(
            new OpenDeadLetters(
                Map.of(), Map.of("NO_TENANT_MAPPING", arrivals(3, 0)), Map.of(), true)),
        Answered.of(new TableReport(9, List.of(), List.of(), List.of())),
        Answered.of(Map.of("inbox", 0L)),
        List.of(service("gateway", 8080, ""), service("sink", 8082, "")));
  }

  /** So many in the last hour, and in the day before it. */
  static OpenDeadLetters.Arrivals arrivals(long now, long before) {
    long step = OpenDeadLetters.Arrivals.stepOf(NOW);
    return new OpenDeadLetters.Arrivals(
        Map.of(
            step, 1L, step - 5, now - 1, step - 6, before, step - 149, before, step - 150, before));
  }

  public static ClusterView cluster(long nanos, List<TopicView> topics) {
    return cluster(nanos, topics, 0);
  }

  /** A cluster whose controller is ahead by milliseconds. */
  static ClusterView cluster(long nanos, List<TopicView> topics, long ahead) {
    return new ClusterView(
        nanos,
        1,
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        topics,
        Map.of(),
        Map.of(),
        Map.of("processors", 2, "sink", 1),
        Map.of(),
        Map.of("devices.readings-seen", 2048L, "inbox.messages-state", 1024L),
        Optional.of(new ClusterView.ControllerClock(1, ahead)));
  }

  /** Two seconds after the first look. */
  public static Snapshot later(TopicView... topics) {
    return with(atRest(), Answered.of(cluster(3 * SECOND, List.of(topics))));
  }

  public static TopicView facts(long end, long finished, long left, long secondsOld) {
    return topic("devices.batches", "processors", end, finished, left, secondsOld);
  }

  public static TopicView records(long end, long finished, long left, long secondsOld) {
    return topic("devices.readings", "sink", end, finished, left, secondsOld);
  }

  private static TopicView topic(
      String name, String stage, long end, long finished, long left, long secondsOld) {
    return new TopicView(
        Topics.named(name).orElseThrow(),
        name,
        end,
        end,
        OptionalLong.of(4096),
        Optional.of(
            new TopicView.Consumed(
                stage,
                finished,
                left,
                left == 0 ? OptionalLong.empty() : OptionalLong.of(NOW - 1000 * secondsOld))));
  }

  public static ServiceView service(
      String role, int port, String metrics, HealthReason... reasons) {
    return new ServiceView(
        URI.create("http://127.0.0.1:" + port),
        role,
        true,
        Answered.of(new ServiceView.Pages(List.of(reasons), Exposition.parse(metrics), NOW)));
  }

  public static Snapshot with(Snapshot base, Answered<ClusterView> cluster) {
    return new Snapshot(
        base.millis(),
        cluster,
        base.drift(),
        base.waits(),
        base.deadLetters(),
        base.tables(),
        base.relay(),
        base.services());
  }

  public static Snapshot with(Snapshot base, ServiceView... services) {
    return new Snapshot(
        base.millis(),
        base.cluster(),
        base.drift(),
        base.waits(),
        base.deadLetters(),
        base.tables(),
        base.relay(),
        List.of(services));
  }

  public static Snapshot with(Snapshot base, OpenDeadLetters deadLetters) {
    return new Snapshot(
        base.millis(),
        base.cluster(),
        base.drift(),
        base.waits(),
        Answered.of(deadLetters),
        base.tables(),
        base.relay(),
        base.services());
  }

  static Snapshot withRelay(Snapshot base, Map<String, Long> left) {
    return new Snapshot(
        base.millis(),
        base.cluster(),
        base.drift(),
        base.waits(),
        base.deadLetters(),
        base.tables(),
        Answered.of(left),
        base.services());
  }

  /** That many consumers of each stage. */
  static Snapshot withMembers(Snapshot base, Map<String, Integer> members) {
    ClusterView view = base.cluster().value().orElseThrow();
    return with(base, view, view.left(), view.holders(), members);
  }

  /** Unfinished offsets, and consumers of partitions. */
  static Snapshot withLeft(
      Snapshot base, Map<TopicPartition, OffsetRange> left, Map<TopicPartition, String> holders) {
    ClusterView view = base.cluster().value().orElseThrow();
    return with(base, view, left, holders, view.members());
  }

  private static Snapshot with(
      Snapshot base,
      ClusterView view,
      Map<TopicPartition, OffsetRange> left,
      Map<TopicPartition, String> holders,
      Map<String, Integer> members) {
    return with(
        base,
        Answered.of(
            new ClusterView(
                view.nanos(),
                view.brokers(),
                view.missing(),
                view.replaced(),
                view.statesLost(),
                view.gaps(),
                view.transactions(),
                view.offline(),
                view.underReplicated(),
                view.topics(),
                left,
                holders,
                members,
                view.foreigners(),
                view.states(),
                view.controller())));
  }

  static Snapshot withTables(Snapshot base, Answered<TableReport> tables) {
    return new Snapshot(
        base.millis(),
        base.cluster(),
        base.drift(),
        base.waits(),
        base.deadLetters(),
        tables,
        base.relay(),
        base.services());
  }

  /** Every topic of the catalogue, each with traffic and a backlog. */
  public static List<TopicView> busy(long more) {
    List<TopicView> topics = new ArrayList<>();
    Topics.all()
        .forEach(
            topic ->
                topics.add(
                    new TopicView(
                        topic,
                        topic.name(),
                        123_456_789 + more,
                        123_456_789 + more,
                        OptionalLong.of(123_456_789),
                        Optional.of(
                            new TopicView.Consumed(
                                "sink", more, 123_456, OptionalLong.of(NOW - 9000))))));
    return topics;
  }
}
