package io.tributary.benchmarks.gateway;

import io.tributary.avro.devices.ApiKey;
import io.tributary.gateway.IngestPipeline;
import io.tributary.gateway.kafka.ProducerSettings;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.topic.TopicAdmin;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.DevicesTopics;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** The broker's side of the benchmark: topics, the API key, what the facts' topic holds. */
final class Cluster implements AutoCloseable {

  private static final String KEY_ID = "5b0f2f0a-6d7e-4c58-9a35-0c7f1f2f9d11";
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int SAMPLE = 100;

  private final KafkaClients clients;
  private final Consumer<byte[], byte[]> consumer;
  private final Producer<byte[], byte[]> producer;
  private final List<TopicPartition> facts;

  private Cluster(Settings settings) {
    this.clients = new KafkaClients(settings);
    this.consumer = clients.consumer("benchmark", Map.of());
    this.producer = gatewayProducer(settings);
    this.facts =
        IntStream.range(0, DevicesTopics.BATCHES.partitions())
            .mapToObj(i -> new TopicPartition(DevicesTopics.BATCHES.name(), i))
            .toList();
  }

  /** Makes the topics, and the key that admits the benchmark's requests. */
  static Cluster prepare(Settings settings) throws Exception {
    Cluster cluster = new Cluster(settings);
    try (Admin admin = cluster.clients.admin("benchmark")) {
      new TopicAdmin(admin, cluster.clients.topics(), -1).create(IngestPipeline.topics(settings));
    }
    cluster.writeKey(settings.get(GatewaySettings.API_KEY_PEPPER).reveal());
    return cluster;
  }

  /** Set as the gateway's is. */
  Producer<byte[], byte[]> producer() {
    return producer;
  }

  /** How many facts there are. */
  long facts() {
    return consumer.endOffsets(facts).values().stream().mapToLong(Long::longValue).sum();
  }

  /** Copies of the newest facts, in an order that has nothing to do with their partitions. */
  List<ProducerRecord<byte[], byte[]>> newestFacts() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(facts);
    consumer.assign(facts);
    ends.forEach((partition, end) -> consumer.seek(partition, Math.max(0, end - SAMPLE)));
    List<ProducerRecord<byte[], byte[]>> newest = new ArrayList<>();
    while (ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
      for (ConsumerRecord<byte[], byte[]> fact : consumer.poll(POLL)) {
        newest.add(
            new ProducerRecord<>(
                fact.topic(), fact.partition(), fact.key(), fact.value(), fact.headers()));
      }
    }
    Collections.shuffle(newest, new Random(SAMPLE));
    return newest;
  }

  private void writeKey(String pepper) throws Exception {
    byte[] hash =
        MessageDigest.getInstance("SHA-256")
            .digest((pepper + Workload.API_KEY).getBytes(StandardCharsets.UTF_8));
    ApiKey key =
        new ApiKey(KEY_ID, HexFormat.of().formatHex(hash), 0L, null, true, null, List.of(), 1L);
    producer
        .send(
            new ProducerRecord<>(
                DevicesTopics.API_KEYS.name(),
                DevicesTopics.API_KEYS.partitionOf(KEY_ID, DevicesTopics.API_KEYS.partitions()),
                DevicesTopics.API_KEYS.keyBytes(KEY_ID),
                SingleObjectFormat.ofReleases().encode(key)))
        .get(10, TimeUnit.SECONDS);
  }

  private Producer<byte[], byte[]> gatewayProducer(Settings settings) {
    Map<String, Object> fixed =
        new HashMap<>(
            ProducerSettings.fixed(
                clients,
                settings.get(GatewaySettings.REQUEST_DEADLINE),
                settings.get(GatewaySettings.INFLIGHT_BYTES)));
    // Unlike the gateway's, it fetches no metadata before it sends
    fixed.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 10_000);
    return clients.producer("bare-producer", ProducerSettings.DEFAULTS, fixed);
  }

  @Override
  public void close() {
    producer.close();
    consumer.close();
  }
}
