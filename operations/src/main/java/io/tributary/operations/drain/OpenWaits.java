package io.tributary.operations.drain;

import io.tributary.operations.kafka.ForeignRecords;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.LogReader;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads topics of waits, each record once, and holds the keys of open ones: those whose newest
 * record is no tombstone.
 */
final class OpenWaits implements AutoCloseable {

  private static final Duration CLOSING = Duration.ofSeconds(1);
  private static final int MOST_NAMED = 3;

  private final Consumer<byte[], byte[]> consumer;
  private final ForeignRecords foreign;

  /** Places of foreign waits by key, in the order of the log; empty for our own. */
  private final Map<TopicPartition, Map<ByteBuffer, String>> open = new HashMap<>();

  OpenWaits(KafkaClients clients) {
    consumer = clients.reader("tributary-cli-waits", Map.of());
    foreign = new ForeignRecords(clients);
  }

  /**
   * Count of waits by partition up to some ends. An open transaction counts too: it may begin
   * waits.
   */
  Map<TopicPartition, Long> upTo(Map<TopicPartition, Long> ends, Duration patience) {
    if (open.isEmpty()) {
      consumer.assign(ends.keySet());
      consumer.seekToBeginning(ends.keySet());
      ends.keySet().forEach(partition -> open.put(partition, new LinkedHashMap<>()));
    }
    Map<TopicPartition, Long> unread = LogReader.brief(consumer, patience).read(ends, this::note);
    unread.replaceAll((partition, end) -> end - consumer.position(partition, patience));
    Map<TopicPartition, Long> waits = new HashMap<>(unread);
    open.forEach(
        (partition, keys) ->
            waits.merge(
                partition, keys.values().stream().filter(String::isEmpty).count(), Long::sum));
    return waits;
  }

  /** Waits that no processor knows, by topic. */
  List<Lag> foreign(String stage) {
    Map<String, List<String>> places = new TreeMap<>();
    open.forEach(
        (partition, keys) ->
            keys.values().stream()
                .filter(place -> !place.isEmpty())
                .forEach(
                    place ->
                        places
                            .computeIfAbsent(partition.topic(), first -> new ArrayList<>())
                            .add(place)));
    return places.entrySet().stream()
        .map(
            topic ->
                new Lag(
                    stage,
                    topic.getKey(),
                    topic.getValue().size(),
                    "foreign",
                    "`tributary topics discard "
                        + topic.getValue().stream()
                            .sorted()
                            .limit(MOST_NAMED)
                            .collect(Collectors.joining(" "))
                        + "`"))
        .toList();
  }

  private void note(ConsumerRecord<byte[], byte[]> record) {
    Map<ByteBuffer, String> keys =
        open.computeIfAbsent(
            new TopicPartition(record.topic(), record.partition()), first -> new LinkedHashMap<>());
    ByteBuffer key = ByteBuffer.wrap(record.key());
    keys.remove(key);
    if (record.value() != null) {
      keys.put(
          key,
          foreign.reason(record).isEmpty()
              ? ""
              : record.topic() + '/' + record.partition() + '/' + record.offset());
    }
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(CLOSING));
    foreign.close();
  }
}
