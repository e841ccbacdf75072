package io.tributary.benchmarks.sink;

import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.Topic;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.write.ItemWrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The same things as records of a topic and as writes. */
public final class Backlog {

  private final String name;
  private final Route<?, ?> route;
  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();
  private final List<ProducerRecord<byte[], byte[]>> records;

  private Backlog(String name, Route<?, ?> route, List<ProducerRecord<byte[], byte[]>> records) {
    this.name = name;
    this.route = route;
    this.records = records;
  }

  /** Values of a topic as the sink's family reads it. */
  static <K, V extends SpecificRecordBase> Backlog of(
      String name,
      SinkFamily family,
      Topic<K, V> topic,
      KafkaClients clients,
      Stream<V> values,
      Function<V, K> keys) {
    SingleObjectFormat format = SingleObjectFormat.ofReleases();
    String named = clients.topics().of(topic);
    List<ProducerRecord<byte[], byte[]>> records =
        values
            .map(
                value -> {
                  K key = keys.apply(value);
                  return new ProducerRecord<>(
                      named,
                      topic.partitionOf(key, topic.partitions()),
                      topic.keyBytes(key),
                      format.encode(value));
                })
            .toList();
    Route<?, ?> route =
        family.routes().stream()
            .filter(each -> each.topic().equals(topic))
            .findFirst()
            .orElseThrow();
    return new Backlog(name, route, records);
  }

  /** What the records are called. */
  public String name() {
    return name;
  }

  /** How many records there are, and items in each of the tables. */
  public int count() {
    return records.size();
  }

  /** Tables that they are stored in, without prefix. */
  public List<String> tables() {
    return route.targets().stream().map(target -> target.table().name()).toList();
  }

  /** Appends all of them to the topic, so often. */
  public void append(KafkaClients clients, int repeats) {
    Map<String, Object> large =
        Map.of(ProducerConfig.LINGER_MS_CONFIG, 20, ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024);
    try (Producer<byte[], byte[]> producer = clients.producer("prefill", large)) {
      for (int i = 0; i < repeats; i++) {
        records.forEach(producer::send);
      }
    }
  }

  /** What the sink makes of them. */
  List<ItemWrite> writes() {
    List<ItemWrite> writes = new ArrayList<>(records.size());
    for (ProducerRecord<byte[], byte[]> record : records) {
      Decoded decoded = route.decode(format, record.key(), record.value());
      if (!(decoded instanceof Decoded.Write write)) {
        throw new IllegalStateException(name + " are always written, not " + decoded);
      }
      writes.add(write.write());
    }
    return writes;
  }
}
