package io.tributary.sink.consume;

import io.tributary.schemas.deadletter.Attempt;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.commit.DueDeadLetter;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.ItemRoute;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Routes by topic names in the cluster. A redrive takes the route of its origin's topic, which its
 * header names, and belongs to that topic if it fails again.
 */
public final class RouteTable {

  private static final Decoded HOMELESS =
      new Decoded.Unwritable(
          new Failure(
              FailureCode.RECORD_UNDECODABLE,
              RecordHeader.ORIGIN.key() + ": names no topic of the family that the sink stores"));

  private final ValueFormat format;
  private final ReplayFilter selection;

  private final Map<String, ItemRoute<?, ?>> routes = new HashMap<>();

  /** Dead-letter topics by topic, those of redrives included. */
  private final Map<String, String> deadLetters = new HashMap<>();

  private final Set<String> redrives = new HashSet<>();

  /** Topics of other tables of the families, whose redrives are skipped. */
  private final Set<String> others = new HashSet<>();

  /** Names in the catalogue, by topic. */
  private final Map<String, String> catalogued = new HashMap<>();

  public RouteTable(
      ValueFormat format,
      TopicNaming naming,
      Collection<ItemRoute<?, ?>> routes,
      ReplayFilter selection) {
    this.format = format;
    this.selection = selection;
    for (ItemRoute<?, ?> route : routes) {
      Topic<?, ?> again = Topics.redrivesOf(route.family());
      this.routes.put(naming.of(route.topic()), route);
      redrives.add(naming.of(again));
      for (Topic<?, ?> topic : List.of(route.topic(), again)) {
        deadLetters.put(naming.of(topic), naming.of(Topics.deadLettersOf(route.family())));
        catalogued.put(naming.of(topic), topic.name());
      }
    }
  }

  /**
   * Skips redrives of other topics.
   *
   * @param all routes of the families
   */
  public RouteTable among(Collection<ItemRoute<?, ?>> all, TopicNaming naming) {
    all.stream().map(route -> naming.of(route.topic())).forEach(others::add);
    others.removeAll(routes.keySet());
    return this;
  }

  Set<String> topics() {
    return Set.copyOf(deadLetters.keySet());
  }

  /** A topic's name in the catalogue and in metrics: without prefix and generation. */
  String catalogued(String topic) {
    return Objects.requireNonNull(catalogued.get(topic), topic);
  }

  /** The record's own topic; for a redrive the topic of its origin. */
  String home(ConsumerRecord<byte[], byte[]> record) {
    return origin(record)
        .map(Origin::topic)
        .filter(topic -> deadLetterTopic(record.topic()).equals(deadLetters.get(topic)))
        .orElse(record.topic());
  }

  /** The write that the record asks for. */
  public Decoded decode(ConsumerRecord<byte[], byte[]> record) {
    boolean isOther = origin(record).filter(from -> others.contains(from.topic())).isPresent();
    if (isOther || !selection.takes(place(record), record.key())) {
      return new Decoded.Nothing();
    }
    ItemRoute<?, ?> route = routes.get(home(record));
    return route == null
        ? HOMELESS
        : selection.adapt(route.decode(format, record.key(), record.value()), place(record));
  }

  /** Number of attempts of a record. */
  public Attempt attempt(ConsumerRecord<byte[], byte[]> record) {
    return Attempt.at(place(record), record.headers());
  }

  /** The failure of a dead letter; empty where the record becomes none. */
  Optional<Failure> deadLetter(ConsumerRecord<byte[], byte[]> record, Failure failure) {
    return selection.deadLetter(failure, place(record));
  }

  /** True when a newer record of a key replaces an older one. */
  boolean coalesces(String topic) {
    ItemRoute<?, ?> route = routes.get(topic);
    return route != null && route.coalesces();
  }

  DueDeadLetter due(ConsumerRecord<byte[], byte[]> record, Failure failure) {
    return new DueDeadLetter(record, place(record), failure, deadLetterTopic(record.topic()));
  }

  /** Position of the record; for a redrive that of its origin. */
  private Origin place(ConsumerRecord<byte[], byte[]> record) {
    return origin(record)
        .orElseGet(() -> new Origin(record.topic(), record.partition(), record.offset()));
  }

  /** Origin of a redrive. */
  private Optional<Origin> origin(ConsumerRecord<byte[], byte[]> record) {
    return redrives.contains(record.topic())
        ? RecordHeader.ORIGIN.get(record.headers()).flatMap(Origin::parse)
        : Optional.empty();
  }

  private String deadLetterTopic(String topic) {
    return Objects.requireNonNull(deadLetters.get(topic), topic);
  }
}
