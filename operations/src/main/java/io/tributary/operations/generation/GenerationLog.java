package io.tributary.operations.generation;

import io.tributary.avro.envelope.GenerationChange;
import io.tributary.operations.OperationException;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads which generation is live. */
public final class GenerationLog implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SHORT_PATIENCE = Duration.ofSeconds(10);
  private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(5);

  private final ValueFormat format = SingleObjectFormat.ofReleases();
  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition place;
  private final long polls;
  private boolean found;
  private Generation now = Generation.FIRST;

  private GenerationLog(
      Consumer<byte[], byte[]> consumer, TopicPartition place, Duration patience) {
    this.consumer = consumer;
    this.place = place;
    this.polls = patience.dividedBy(POLL);
  }

  /** The log of a cluster; without I/O. */
  public static GenerationLog open(KafkaClients clients) {
    return open(clients, PATIENCE);
  }

  /** The log with a time limit for brokers. */
  public static GenerationLog open(KafkaClients clients, Duration patience) {
    int millis = (int) patience.toMillis();
    return new GenerationLog(
        clients.reader(
            "tributary-generations", Map.of(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis)),
        new TopicPartition(clients.topics().of(Topics.GENERATIONS), 0),
        patience);
  }

  /**
   * Settings with the generation that they name, or with the live one; {@link OperationException}
   * if no broker answers.
   */
  public static Settings resolve(Settings settings) {
    return resolve(settings, SHORT_PATIENCE);
  }

  /** The same with a time limit. */
  public static Settings resolve(Settings settings, Duration patience) {
    return find(settings, patience)
        .orElseThrow(
            () ->
                OperationException.unavailable(
                    "no Kafka broker answers at " + settings.get(KafkaSettings.BOOTSTRAP_SERVERS)));
  }

  /** The same; empty if no broker answers. */
  public static Optional<Settings> find(Settings settings) {
    return find(settings, SHORTEST_PATIENCE);
  }

  private static Optional<Settings> find(Settings settings, Duration patience) {
    if (settings.get(KafkaSettings.GENERATION) != 0) {
      return Optional.of(settings);
    }
    try (GenerationLog generations = open(new KafkaClients(settings), patience)) {
      return Optional.of(in(settings, generations.read().number()));
    } catch (TimeoutException e) {
      return Optional.empty();
    }
  }

  /** Settings of the first generation. */
  public static Settings first(Settings settings) {
    return in(settings, Generation.FIRST.number());
  }

  /** The live generation of a cluster. */
  public static Generation live(Settings settings) {
    try (GenerationLog generations = open(new KafkaClients(settings))) {
      return generations.read();
    }
  }

  /** Settings in a generation. */
  public static Settings in(Settings settings, int generation) {
    return settings.with(Map.of(KafkaSettings.GENERATION.key(), Integer.toString(generation)));
  }

  /**
   * The live generation; the first one without a log.
   *
   * @throws org.apache.kafka.common.KafkaException if no broker answers
   * @throws RuntimeException again and again if a change is unreadable, such as one of a later
   *     release
   */
  public Generation read() {
    if (!found && consumer.partitionsFor(place.topic()).isEmpty()) {
      return now;
    }
    if (!found) {
      consumer.assign(List.of(place));
      consumer.seekToBeginning(List.of(place));
      found = true;
    }
    long end = consumer.endOffsets(List.of(place)).getOrDefault(place, 0L);
    for (long left = polls; consumer.position(place) < end; left--) {
      if (left == 0) {
        throw new TimeoutException(place + " cannot be read to its end");
      }
      consumer.poll(POLL).forEach(this::take);
    }
    return now;
  }

  /** Waits until consumers see the record at an offset. */
  void awaitVisible(long offset, Deadline patience) throws InterruptedException {
    while (consumer.endOffsets(List.of(place)).getOrDefault(place, 0L) <= offset) {
      if (patience.passed()) {
        throw new TimeoutException(place + " does not show its record " + offset);
      }
      TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
    }
  }

  /** An unreadable change is read again, never passed over. */
  private void take(ConsumerRecord<byte[], byte[]> record) {
    try {
      now = now.after(format.decode(GenerationChange.class, record.value()));
    } catch (RuntimeException e) {
      consumer.seek(place, record.offset());
      throw e;
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
