package io.tributary.sink.consume;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.HealthReason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;

/**
 * Health of Kafka: brokers answer the consumer, which asks at least every few seconds, and take its
 * commits. Thread-safe.
 */
final class BrokerHealth {

  /** Longer than the time between two heartbeats, and than a commit may take. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Ticker ticker;

  /** Counts all answers of all brokers. */
  private final Optional<? extends Metric> answers;

  private Object counted;
  private long answered;
  private long committed;
  private boolean commitsFail;

  BrokerHealth(Consumer<?, ?> consumer, Ticker ticker) {
    this.ticker = ticker;
    this.answers =
        consumer.metrics().values().stream()
            .filter(metric -> metric.metricName().group().equals("consumer-metrics"))
            .filter(metric -> metric.metricName().name().equals("response-total"))
            .findFirst();
    this.counted = count();
    this.answered = ticker.nanos();
    this.committed = answered;
  }

  /** Notes the commit of a round; a round without one counts as success. */
  synchronized void committed(boolean worked) {
    if (worked || !commitsFail) {
      committed = ticker.nanos();
    }
    commitsFail = !worked;
  }

  /** Looks for answers, too: a consumer's thread that waits is not silence. */
  synchronized List<HealthReason> unreadyReasons() {
    Object now = count();
    if (!now.equals(counted)) {
      counted = now;
      answered = ticker.nanos();
    }
    if (answers.isPresent() && overdue(answered)) {
      return List.of(new HealthReason("kafka_unavailable", "no broker has answered for a while"));
    }
    return commitsFail && overdue(committed)
        ? List.of(new HealthReason("kafka_unavailable", "commits have been failing for a while"))
        : List.of();
  }

  private Object count() {
    return answers.<Object>map(Metric::metricValue).orElse("unknown");
  }

  private boolean overdue(long since) {
    return ticker.nanos() - since > PATIENCE.toNanos();
  }
}
