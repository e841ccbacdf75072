package io.tributary.runtime.kafka.client;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;

/** The lag of this instance's consumers, as Kafka clients measure it. */
public final class ConsumerLag {

  private static final String MEASURED = "records-lag";

  private ConsumerLag() {}

  /**
   * Lag in records over all assigned partitions of a topic up to the log's end; 0 without any.
   *
   * @param metrics of a consumer or of Kafka Streams
   * @param topic with its prefix
   * @param open count of offsets behind open transactions, at which clients stop counting
   */
  public static double of(
      Map<MetricName, ? extends Metric> metrics,
      String topic,
      ToLongFunction<TopicPartition> open) {
    Set<Integer> assigned = new HashSet<>();
    double seen = 0;
    for (Map.Entry<MetricName, ? extends Metric> metric : metrics.entrySet()) {
      if (isLagOf(topic, metric.getKey())) {
        assigned.add(Integer.parseInt(metric.getKey().tags().get("partition")));
        Object value = metric.getValue().metricValue();
        seen += value instanceof Double lag && lag > 0 ? lag : 0;
      }
    }
    return seen
        + assigned.stream()
            .mapToLong(partition -> open.applyAsLong(new TopicPartition(topic, partition)))
            .sum();
  }

  private static boolean isLagOf(String topic, MetricName name) {
    return name.name().equals(MEASURED) && topic.equals(name.tags().get("topic"));
  }
}
