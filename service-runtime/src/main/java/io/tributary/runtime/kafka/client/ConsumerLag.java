package io.tributary.runtime.kafka.client;

import java.util.Map;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/**
 * How far this instance's consumers are behind, as the Kafka clients measure it with each fetch.
 */
public final class ConsumerLag {

  private static final String MEASURED = "records-lag";

  private ConsumerLag() {}

  /**
   * Committed records that follow what was fetched last, over all partitions of a topic that are
   * this instance's; 0 if none is.
   *
   * @param metrics of a consumer, or of Kafka Streams with its consumers' among them
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
