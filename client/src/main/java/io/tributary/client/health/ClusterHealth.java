package io.tributary.client.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Troubles of the cluster that Kafka's consumer only logs: silent brokers, missing topics. Used by
 * the polling thread, but for {@link #troubles()}.
 */
public final class ClusterHealth {

  /** Looks, a second apart. Heartbeats are answered even while all partitions are paused. */
  private static final int SILENT = 10;

  private static final Duration ANSWER = Duration.ofSeconds(1);

  private final Consumer<?, ?> consumer;
  private final Collection<String> topics;
  private double heard;
  private int silent;
  private volatile List<String> troubles = List.of();

  public ClusterHealth(Consumer<?, ?> consumer, Collection<String> topics) {
    this.consumer = consumer;
    this.topics = topics;
  }

  /** Must be called once a second. */
  public void look() {
    double now = bytesHeard();
    silent = now == heard ? silent + 1 : 0;
    heard = now;
    troubles =
        silent < SILENT
            ? missing()
            : List.of("nothing has come from any broker for " + SILENT + " seconds or more");
  }

  /** NaN without the metric, and so equal to no other number. */
  private double bytesHeard() {
    return consumer.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("incoming-byte-total"))
        .filter(metric -> metric.metricName().group().equals("consumer-metrics"))
        .map(Metric::metricValue)
        .mapToDouble(value -> value instanceof Double bytes ? bytes : Double.NaN)
        .findFirst()
        .orElse(Double.NaN);
  }

  private List<String> missing() {
    Set<String> known =
        consumer.assignment().stream().map(TopicPartition::topic).collect(Collectors.toSet());
    List<String> all = new ArrayList<>();
    try {
      for (String topic : topics) {
        if (!known.contains(topic)) {
          trouble(topic).ifPresent(all::add);
        }
      }
    } catch (TimeoutException e) {
      // silence is a reason of its own; without an answer about one topic the next is not asked for
    }
    return List.copyOf(all);
  }

  /**
   * Asks brokers only about topics not known from them before; {@link TimeoutException} without an
   * answer.
   */
  private Optional<String> trouble(String topic) {
    try {
      return consumer.partitionsFor(topic, ANSWER).isEmpty()
          ? Optional.of("there is no topic " + topic)
          : Optional.empty();
    } catch (TimeoutException e) {
      throw e;
    } catch (KafkaException e) {
      return Optional.of(topic + ": " + e.getMessage());
    }
  }

  /** Troubles at the last look. */
  public List<String> troubles() {
    return troubles;
  }
}
