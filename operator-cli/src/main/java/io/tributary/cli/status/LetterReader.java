package io.tributary.cli.status;

import io.tributary.cli.kafka.Cluster;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Counts open dead letters: every one that is in its topic. Reads each once, from look to look, and
 * no longer at a time than a look may take.
 */
final class LetterReader implements Look.Source<OpenLetters> {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSING = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(2);

  private final Connection connection;
  private final Ticker ticker;
  private final Map<String, OpenLetters.Letters> families = new HashMap<>();
  private final Map<String, Long> routine = new HashMap<>();
  private @Nullable Consumer<byte[], byte[]> reading;

  LetterReader(Connection connection, Ticker ticker) {
    this.connection = connection;
    this.ticker = ticker;
  }

  @Override
  public OpenLetters look() throws InterruptedException {
    Cluster cluster = connection.cluster();
    Map<String, String> topics =
        cluster.clients().families().stream()
            .collect(
                Collectors.toMap(
                    family -> cluster.clients().topics().of(Topics.deadLettersOf(family)),
                    Family::label));
    Consumer<byte[], byte[]> consumer = consumer(cluster, topics);
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    Deadline deadline = Deadline.after(LONGEST, ticker);
    while (isBehind(consumer, ends) && !deadline.passed()) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      records.forEach(record -> count(Objects.requireNonNull(topics.get(record.topic())), record));
    }
    return new OpenLetters(families, routine, !isBehind(consumer, ends));
  }

  private static boolean isBehind(
      Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue());
  }

  private void count(String family, ConsumerRecord<byte[], byte[]> letter) {
    String code = RecordHeader.CODE.get(letter.headers()).orElse("");
    if (isRoutine(code)) {
      routine.merge(code, 1L, Long::sum);
      return;
    }
    OpenLetters.Letters before =
        families.getOrDefault(family, new OpenLetters.Letters(Map.of(), letter.timestamp()));
    families.put(family, before.and(code, letter.timestamp()));
  }

  private static boolean isRoutine(String code) {
    return Arrays.stream(FailureCode.values())
        .anyMatch(known -> known.name().equals(code) && known.isRoutine());
  }

  private Consumer<byte[], byte[]> consumer(Cluster cluster, Map<String, String> topics) {
    Consumer<byte[], byte[]> existing = reading;
    if (existing != null) {
      return existing;
    }
    Consumer<byte[], byte[]> made = cluster.clients().consumer("tributary-cli-status", Map.of());
    reading = made;
    List<TopicPartition> partitions =
        topics.keySet().stream()
            .flatMap(topic -> made.partitionsFor(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    made.assign(partitions);
    made.seekToBeginning(partitions);
    return made;
  }

  @Override
  public void close() {
    if (reading != null) {
      reading.close(CloseOptions.timeout(CLOSING));
    }
  }
}
