package io.tributary.runtime.kafka.client;

import io.tributary.runtime.metrics.Meter;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.topic.Topics;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counter of a service's losses, by topic of the catalogue. */
public final class LossCounter implements LogListener {

  private static final Logger log = LoggerFactory.getLogger(LossCounter.class);

  private final Meters meters;
  private final Meter gaps;
  private final Meter foreignCommits;
  private final UnaryOperator<String> catalogued;
  private final Consumer<Collection<TopicPartition>> anew;

  /**
   * A counter.
   *
   * @param catalogued name in the catalogue of a topic in the cluster
   * @param anew takes partitions whose log has begun anew
   */
  public LossCounter(
      Meters meters,
      Meter gaps,
      Meter foreignCommits,
      UnaryOperator<String> catalogued,
      Consumer<Collection<TopicPartition>> anew) {
    this.meters = meters;
    this.gaps = gaps;
    this.foreignCommits = foreignCommits;
    this.catalogued = catalogued;
    this.anew = anew;
  }

  /** Shows zeros, without which an alarm misses the first loss. */
  public void show(String topic) {
    meters.counter(gaps, topic);
    meters.counter(foreignCommits, topic);
  }

  /** Counts all but a single offset that may be the marker of a transaction. */
  @Override
  public void vanished(TopicPartition partition, long offsets) {
    String topic = catalogued.apply(partition.topic());
    if (offsets > 1 || Topics.named(topic).filter(Topics::inTransactions).isEmpty()) {
      log.error("{} offsets of {} were removed before they were read", offsets, partition);
      meters.counter(gaps, topic).increment((double) offsets);
    }
  }

  @Override
  public void madeAnew(Collection<TopicPartition> partitions) {
    anew.accept(partitions);
  }

  @Override
  public void foreign(TopicPartition partition, long offset) {
    log.error("a foreign program in our group has committed offset {} of {}", offset, partition);
    meters.counter(foreignCommits, catalogued.apply(partition.topic())).increment();
  }
}
