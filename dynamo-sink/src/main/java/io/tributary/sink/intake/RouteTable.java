package io.tributary.sink.intake;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Routes by the names that topics have in the cluster. */
public final class RouteTable {

  private final Framing framing;
  private final Selection selection;
  private final Map<String, Entry> entries = new HashMap<>();

  /** The routes of all families. */
  public RouteTable(Framing framing, TopicNaming naming, List<SinkFamily> families) {
    this(framing, naming, families, Selection.ALL);
  }

  /** The same for some of the records. */
  public RouteTable(
      Framing framing, TopicNaming naming, List<SinkFamily> families, Selection selection) {
    this.framing = framing;
    this.selection = selection;
    for (SinkFamily family : families) {
      String deadLetters = naming.of(Topics.deadLettersOf(family.family()));
      for (Route<?, ?> route : family.routes()) {
        entries.put(naming.of(route.topic()), new Entry(route, deadLetters));
      }
    }
  }

  private record Entry(Route<?, ?> route, String deadLetters) {}

  /** Topics to be read. */
  Set<String> topics() {
    return Set.copyOf(entries.keySet());
  }

  /** Name of the topic for dead letters of that topic's records. */
  String deadLetters(String topic) {
    return entry(topic).deadLetters();
  }

  /** What a record asks of the tables. */
  public Decoded decode(ConsumerRecord<byte[], byte[]> record) {
    return selection.takes(record)
        ? selection.adapt(
            entry(record.topic()).route().decode(framing, record.key(), record.value()))
        : new Decoded.Nothing();
  }

  /** The failure by which a record becomes a dead letter, if it does. */
  Optional<Failure> bury(ConsumerRecord<byte[], byte[]> record, Failure failure) {
    return selection.bury(record, failure);
  }

  /** True when a newer record of a key makes an older one of that topic needless. */
  boolean coalesces(String topic) {
    return entry(topic).route().coalesces();
  }

  private Entry entry(String topic) {
    return Objects.requireNonNull(entries.get(topic), topic);
  }
}
