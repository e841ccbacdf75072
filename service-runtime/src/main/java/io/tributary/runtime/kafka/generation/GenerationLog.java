package io.tributary.runtime.kafka.generation;

import io.tributary.avro.envelope.GenerationChange;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads which generation is live. */
public final class GenerationLog {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SHORT_PATIENCE = Duration.ofSeconds(10);
  private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(5);

  private GenerationLog() {}

  /** The live generation of a cluster. */
  public static Generation live(Settings settings) {
    return live(settings, PATIENCE);
  }

  /**
   * The live generation; the first one without a log.
   *
   * @throws NoBrokerException if no broker answers in time
   * @throws RuntimeException if a change is unreadable, such as one of a later release
   */
  public static Generation live(Settings settings, Duration patience) {
    KafkaClients clients = new KafkaClients(settings);
    String topic = clients.topics().of(Topics.GENERATIONS);
    Map<String, Object> limit =
        Map.of(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
    try (Consumer<byte[], byte[]> consumer = clients.reader("tributary-generations", limit)) {
      return consumer.partitionsFor(topic).isEmpty()
          ? Generation.FIRST
          : read(consumer, new TopicPartition(topic, 0), patience);
    } catch (TimeoutException e) {
      throw new NoBrokerException(settings.get(KafkaSettings.BOOTSTRAP_SERVERS));
    }
  }

  private static Generation read(
      Consumer<byte[], byte[]> consumer, TopicPartition place, Duration patience) {
    ValueFormat format = SingleObjectFormat.ofReleases();
    Generation now = Generation.FIRST;
    consumer.assign(List.of(place));
    consumer.seekToBeginning(List.of(place));
    long end = consumer.endOffsets(List.of(place)).getOrDefault(place, 0L);
    for (long left = patience.dividedBy(POLL); consumer.position(place) < end; left--) {
      if (left == 0) {
        throw new TimeoutException(place + " cannot be read to its end");
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        now = now.after(format.decode(GenerationChange.class, record.value()));
      }
    }
    return now;
  }

  /** Settings with the generation that they name, or with the live one. */
  public static Settings resolve(Settings settings) {
    return resolve(settings, SHORT_PATIENCE);
  }

  /** The same with a time limit. */
  public static Settings resolve(Settings settings, Duration patience) {
    return settings.get(KafkaSettings.GENERATION) == 0
        ? in(settings, live(settings, patience).number())
        : settings;
  }

  /** The same; empty if no broker answers. */
  public static Optional<Settings> find(Settings settings) {
    try {
      return Optional.of(resolve(settings, SHORTEST_PATIENCE));
    } catch (NoBrokerException e) {
      return Optional.empty();
    }
  }

  /** Settings of the first generation. */
  public static Settings first(Settings settings) {
    return in(settings, Generation.FIRST.number());
  }

  /** Settings in a generation. */
  public static Settings in(Settings settings, int generation) {
    return settings.with(Map.of(KafkaSettings.GENERATION.key(), Integer.toString(generation)));
  }
}
