package io.tributary.embedded.kafka;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** A user of the broker: one connection per call, text values. */
final class KafkaClient {
  private static final long LIMIT_SECONDS = 120;

  private final Map<String, Object> connection;

  KafkaClient(String address) {
    connection = Map.of("bootstrap.servers", address);
  }

  String clusterId() throws Exception {
    try (Admin admin = Admin.create(connection)) {
      return admin.describeCluster().clusterId().get(LIMIT_SECONDS, SECONDS);
    }
  }

  String brokerProperty(String name) throws Exception {
    ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
    try (Admin admin = Admin.create(connection)) {
      Map<ConfigResource, Config> all =
          admin.describeConfigs(List.of(broker)).all().get(LIMIT_SECONDS, SECONDS);
      return Objects.requireNonNull(all.get(broker)).get(name).value();
    }
  }

  void createTopic(String name) throws Exception {
    createTopic(name, 1);
  }

  void createTopic(String name, int partitions) throws Exception {
    try (Admin admin = Admin.create(connection)) {
      admin
          .createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
          .all()
          .get(LIMIT_SECONDS, SECONDS);
    }
  }

  /** Returns once every value is acknowledged. */
  void produce(String topic, List<String> values) throws Exception {
    try (KafkaProducer<String, String> producer = producer(Map.of())) {
      for (String value : values) {
        producer.send(new ProducerRecord<>(topic, "key", value)).get(LIMIT_SECONDS, SECONDS);
      }
    }
  }

  /** One write to each partition, never repeated: the reasons of those that are refused. */
  List<String> refusalsOfFirstWrites(String topic, int partitions) {
    List<String> refusals = Collections.synchronizedList(new ArrayList<>());
    Map<String, Object> once = Map.of("retries", 0, "enable.idempotence", false);
    try (KafkaProducer<String, String> producer = producer(once)) {
      for (int partition = 0; partition < partitions; partition++) {
        var unused =
            producer.send(
                new ProducerRecord<>(topic, partition, "key", "value"),
                (acknowledged, refusal) -> {
                  if (refusal != null) {
                    refusals.add(refusal.getClass().getSimpleName());
                  }
                });
      }
    }
    return refusals;
  }

  void produceAndCommit(String topic, List<String> values) {
    try (KafkaProducer<String, String> producer = transactional(topic, values)) {
      producer.commitTransaction();
    }
  }

  void produceAndAbort(String topic, List<String> values) {
    try (KafkaProducer<String, String> producer = transactional(topic, values)) {
      producer.flush();
      producer.abortTransaction();
    }
  }

  private KafkaProducer<String, String> transactional(String topic, List<String> values) {
    KafkaProducer<String, String> producer = producer(Map.of("transactional.id", "test"));
    producer.initTransactions();
    producer.beginTransaction();
    for (String value : values) {
      var unused = producer.send(new ProducerRecord<>(topic, "key", value));
    }
    return producer;
  }

  private KafkaProducer<String, String> producer(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(connection);
    settings.put("max.request.size", 40 * 1024 * 1024);
    settings.put("buffer.memory", 80L * 1024 * 1024);
    settings.putAll(more);
    return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
  }

  /** Reads committed values from the beginning until there are {@code count}, or for 30 seconds. */
  List<String> consume(String topic, int count) {
    Map<String, Object> settings = new HashMap<>(connection);
    settings.put("group.id", "test");
    settings.put("auto.offset.reset", "earliest");
    settings.put("isolation.level", "read_committed");
    List<String> values = new ArrayList<>();
    Instant end = Instant.now().plusSeconds(LIMIT_SECONDS);
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of(topic));
      while (values.size() < count && Instant.now().isBefore(end)) {
        consumer.poll(Duration.ofMillis(200)).forEach(read -> values.add(read.value()));
      }
    }
    return values;
  }
}
