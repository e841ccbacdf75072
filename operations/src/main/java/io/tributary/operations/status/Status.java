package io.tributary.operations.status;

import static java.util.stream.Collectors.toMap;

import io.tributary.operations.drain.Lag;
import io.tributary.schemas.topic.Topic;
import io.tributary.sink.SinkPipeline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Status by two looks: state and rates. */
public record Status(Snapshot before, Snapshot now) {

  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  /**
   * A topic and its growth.
   *
   * @param rate appended records per second
   * @param age of the oldest record that its stage has not finished, in seconds
   */
  public record TopicLine(TopicView view, OptionalDouble rate, OptionalDouble age) {

    public long left() {
      return view.consumed().map(TopicView.Consumed::left).orElse(0L);
    }

    public boolean isMoving() {
      return left() > 0 || rate.orElse(0) > 0;
    }
  }

  /**
   * A stage of the flow.
   *
   * @param left unfinished records of all its topics
   * @param seconds age of the oldest of them
   * @param rate finished records per second
   * @param behindMost topic or table with most of them; empty without any
   * @param members consumers; empty where they do not tell
   */
  public record StageLine(
      String name,
      long left,
      OptionalDouble seconds,
      OptionalDouble rate,
      String behindMost,
      Optional<Integer> members) {}

  public List<TopicLine> topics() {
    return now.cluster().value().map(ClusterView::topics).orElse(List.of()).stream()
        .map(view -> new TopicLine(view, rate(view, TopicView::end), age(view)))
        .toList();
  }

  /** Tables, without prefix, of a topic's records. */
  List<String> tablesOf(String topic) {
    return topics().stream()
        .filter(line -> line.view().name().equals(topic))
        .flatMap(line -> tablesOf(line.view().topic()))
        .distinct()
        .toList();
  }

  private static Stream<String> tablesOf(Topic<?, ?> topic) {
    return topic.family().stream()
        .flatMap(family -> SinkPipeline.routes(Set.of(family)).stream())
        .filter(route -> route.topic().equals(topic))
        .flatMap(route -> route.targets().stream())
        .map(target -> target.table().name());
  }

  private OptionalDouble age(TopicView view) {
    return view.consumed().stream()
        .flatMapToLong(consumed -> consumed.since().stream())
        .mapToDouble(this::age)
        .findFirst();
  }

  /** Stages in the order of the flow, as far as known. */
  public List<StageLine> stages() {
    List<StageLine> stages = new ArrayList<>();
    now.relay().value().ifPresent(left -> stages.add(place("relay", left, relayBehind())));
    Map<String, List<TopicLine>> consumed = new LinkedHashMap<>();
    for (TopicLine topic : topics()) {
      topic
          .view()
          .consumed()
          .ifPresent(
              by -> consumed.computeIfAbsent(by.stage(), name -> new ArrayList<>()).add(topic));
    }
    Optional.ofNullable(consumed.remove("processors"))
        .ifPresent(topics -> stages.add(stage("processors", topics)));
    now.waits()
        .value()
        .map(all -> all.stream().collect(toMap(Lag::topic, Lag::records, Long::sum)))
        .ifPresent(left -> stages.add(place("waits", left, OptionalDouble.empty())));
    consumed.forEach((name, topics) -> stages.add(stage(name, topics)));
    return stages;
  }

  private StageLine stage(String name, List<TopicLine> topics) {
    OptionalLong since =
        topics.stream()
            .flatMap(topic -> topic.view().consumed().stream())
            .flatMapToLong(consumed -> consumed.since().stream())
            .min();
    Map<String, Long> left = new TreeMap<>();
    topics.forEach(topic -> left.put(topic.view().name(), topic.left()));
    List<OptionalDouble> rates =
        topics.stream().map(topic -> rate(topic.view(), Status::finished)).toList();
    OptionalDouble rate =
        rates.stream().anyMatch(OptionalDouble::isEmpty)
            ? OptionalDouble.empty()
            : OptionalDouble.of(rates.stream().mapToDouble(each -> each.orElse(0)).sum());
    return new StageLine(
        name,
        sum(left),
        since.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(age(since.getAsLong())),
        rate,
        most(left),
        now.cluster().value().map(view -> view.members().getOrDefault(name, 0)));
  }

  private static StageLine place(String name, Map<String, Long> left, OptionalDouble seconds) {
    return new StageLine(
        name, sum(left), seconds, OptionalDouble.empty(), most(left), Optional.empty());
  }

  private OptionalDouble relayBehind() {
    return now.services().stream()
        .flatMap(service -> service.answer().value().stream())
        .filter(pages -> pages.metrics().has("tributary_sink_relay_behind"))
        .mapToDouble(pages -> pages.metrics().sum("tributary_sink_relay_behind"))
        .max();
  }

  private static long sum(Map<String, Long> left) {
    return left.values().stream().mapToLong(Long::longValue).sum();
  }

  private static String most(Map<String, Long> left) {
    return left.entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("");
  }

  /** Seconds since then, by two clocks. */
  double age(long sinceMillis) {
    return Math.max(0, now.millis() - sinceMillis) / MILLIS;
  }

  private static long finished(TopicView view) {
    return view.consumed().map(TopicView.Consumed::finished).orElse(0L);
  }

  /** Growth per second; empty for a new topic. */
  private OptionalDouble rate(TopicView view, ToLongFunction<TopicView> what) {
    Optional<ClusterView> earlier = before.cluster().value();
    Optional<ClusterView> later = now.cluster().value();
    double seconds =
        earlier.isPresent() && later.isPresent()
            ? (later.get().nanos() - earlier.get().nanos()) / NANOS
            : 0;
    return earlier.stream()
        .flatMap(cluster -> cluster.topics().stream())
        .filter(topic -> seconds > 0 && topic.name().equals(view.name()))
        .mapToDouble(
            topic -> Math.max(0, what.applyAsLong(view) - what.applyAsLong(topic)) / seconds)
        .findFirst();
  }

  /** True if an instance of that service answers. */
  public boolean hears(String role) {
    return now.services().stream()
        .anyMatch(service -> service.role().equals(role) && service.answer().value().isPresent());
  }

  /** Sum of a counter over all instances. */
  public double total(String counter) {
    return metrics(now).mapToDouble(metrics -> metrics.sum(counter)).sum();
  }

  /** The same by the value of a tag, without zeros. */
  public Map<String, Long> totals(String counter, String tag) {
    Map<String, Long> totals = new TreeMap<>();
    metrics(now)
        .flatMap(metrics -> metrics.by(counter, tag).entrySet().stream())
        .filter(entry -> entry.getValue() > 0)
        .forEach(entry -> totals.merge(entry.getKey(), Math.round(entry.getValue()), Long::sum));
    return totals;
  }

  /** Refused requests by reason, since the gateways started. */
  public Map<String, Long> refused() {
    return totals("tributary_gateway_requests_refused_total", "reason");
  }

  /** Growth between the two looks; 0 after a restart. */
  public Map<String, Long> grown(String counter, String tag) {
    Map<String, Long> grown = new TreeMap<>();
    for (ServiceView service : now.services()) {
      Optional<Exposition> earlier =
          before.services().stream()
              .filter(same -> same.url().equals(service.url()))
              .flatMap(same -> same.answer().value().stream())
              .map(ServiceView.Pages::metrics)
              .findFirst();
      Optional<Exposition> later = service.answer().value().map(ServiceView.Pages::metrics);
      if (earlier.isPresent() && later.isPresent()) {
        Map<String, Double> counted = earlier.get().by(counter, tag);
        later
            .get()
            .by(counter, tag)
            .forEach((value, count) -> add(grown, value, count - counted.getOrDefault(value, 0.0)));
      }
    }
    return grown;
  }

  private static void add(Map<String, Long> grown, String value, double more) {
    if (more > 0) {
      grown.merge(value, Math.round(more), Long::sum);
    }
  }

  private static Stream<Exposition> metrics(Snapshot snapshot) {
    return snapshot.services().stream()
        .flatMap(service -> service.answer().value().stream())
        .map(ServiceView.Pages::metrics);
  }
}
