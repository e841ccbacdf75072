package io.tributary.simulation.log;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetCommitCallback;
import org.apache.kafka.clients.consumer.SubscriptionPattern;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metrics.KafkaMetric;

/** The methods of a consumer that the services do not call. */
abstract class PartialConsumer implements Consumer<byte[], byte[]> {

  @Override
  public final void seek(TopicPartition partition, OffsetAndMetadata offset) {
    seek(partition, offset.offset());
  }

  @Override
  public final Map<MetricName, ? extends Metric> metrics() {
    return Map.of();
  }

  @Override
  @Deprecated
  public final void close(Duration timeout) {
    close();
  }

  @Override
  public final void close(CloseOptions options) {
    close();
  }

  private static UnsupportedOperationException unused() {
    return new UnsupportedOperationException("the services do not call this");
  }

  @Override
  public final void subscribe(Pattern pattern, ConsumerRebalanceListener callback) {
    throw unused();
  }

  @Override
  public final void subscribe(Pattern pattern) {
    throw unused();
  }

  @Override
  public final void subscribe(SubscriptionPattern pattern, ConsumerRebalanceListener callback) {
    throw unused();
  }

  @Override
  public final void subscribe(SubscriptionPattern pattern) {
    throw unused();
  }

  @Override
  public final void unsubscribe() {
    throw unused();
  }

  @Override
  public final void commitSync() {
    throw unused();
  }

  @Override
  public final void commitSync(Duration timeout) {
    throw unused();
  }

  @Override
  public final void commitAsync() {
    throw unused();
  }

  @Override
  public final void commitAsync(OffsetCommitCallback callback) {
    throw unused();
  }

  @Override
  public final void commitAsync(
      Map<TopicPartition, OffsetAndMetadata> offsets, OffsetCommitCallback callback) {
    throw unused();
  }

  @Override
  public final void registerMetricForSubscription(KafkaMetric metric) {
    throw unused();
  }

  @Override
  public final void unregisterMetricFromSubscription(KafkaMetric metric) {
    throw unused();
  }

  @Override
  public final Map<TopicPartition, OffsetAndMetadata> committed(
      Set<TopicPartition> partitions, Duration timeout) {
    throw unused();
  }

  @Override
  public final Uuid clientInstanceId(Duration timeout) {
    throw unused();
  }

  @Override
  public final Map<String, List<PartitionInfo>> listTopics() {
    throw unused();
  }

  @Override
  public final Map<String, List<PartitionInfo>> listTopics(Duration timeout) {
    throw unused();
  }

  @Override
  public final Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
      Map<TopicPartition, Long> times) {
    throw unused();
  }

  @Override
  public final Map<TopicPartition, OffsetAndTimestamp> offsetsForTimes(
      Map<TopicPartition, Long> times, Duration timeout) {
    throw unused();
  }

  @Override
  public final Map<TopicPartition, Long> beginningOffsets(
      Collection<TopicPartition> partitions, Duration timeout) {
    throw unused();
  }

  @Override
  public final List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
    throw unused();
  }

  @Override
  public final OptionalLong currentLag(TopicPartition partition) {
    throw unused();
  }

  @Override
  public final void enforceRebalance() {
    throw unused();
  }

  @Override
  public final void enforceRebalance(String reason) {
    throw unused();
  }
}
