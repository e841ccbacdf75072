package io.tributary.runtime.kafka.client;

import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** The lag of this instance's consumers, as Kafka clients measure it. */
public final class ConsumerLag {

  private static final String MEASURED = "records-lag";

  private ConsumerLag() {}

  /**
   * Lag in records over all assigned partitions of a topic; 0 without any.
   *
   * @param metrics of a consumer or of Kafka Streams
   * @param topic with its prefix
   */
  public static double of(Map<MetricName, ? extends Metric> metrics, String topic) {
    return metrics.entrySet().stream()
        .filter(metric -> isLagOf(topic, metric.getKey()))
        .map(metric -> metric.getValue().metricValue())
        .filter(Double.class::isInstance)
        .mapToDouble(Double.class::cast)
        .filter(lag -> lag > 0)
        .sum();
  }

  private static boolean isLagOf(String topic, MetricName name) {
    return name.name().equals(MEASURED) && topic.equals(name.tags().get("topic"));
  }
}
