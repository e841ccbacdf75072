package io.tributary.storm.check;

import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** Contents of a Kafka cluster and a DynamoDB endpoint, read with the plain clients, each once. */
public final class StoredContents implements Contents, AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(200);

  private final String bootstrap;
  private final DynamoDbClient dynamo;
  private final Map<String, List<LogRecord>> topics = new ConcurrentHashMap<>();

  /**
   * Contents that are read when asked for.
   *
   * @param dynamoDb base URL of the endpoint
   */
  public StoredContents(String bootstrap, String dynamoDb) {
    this.bootstrap = bootstrap;
    this.dynamo =
        DynamoDbClient.builder()
            .endpointOverride(URI.create(dynamoDb))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create("fakeaccesskey", "fakesecretkey")))
            .httpClientBuilder(Apache5HttpClient.builder())
            .build();
  }

  @Override
  public List<LogRecord> topic(String name) {
    return topics.computeIfAbsent(name, this::read);
  }

  private List<LogRecord> read(String topic) {
    List<LogRecord> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (partitions.stream()
          .anyMatch(each -> consumer.position(each) < ends.getOrDefault(each, 0L))) {
        consumer.poll(POLL).forEach(record -> records.add(record(record)));
      }
    }
    records.sort(
        Comparator.comparingInt(LogRecord::partition).thenComparingLong(LogRecord::offset));
    return List.copyOf(records);
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  private static LogRecord record(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new HashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
    }
    return new LogRecord(
        record.topic(),
        record.partition(),
        record.offset(),
        record.timestamp(),
        record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8),
        record.value() == null ? null : ByteBuffer.wrap(record.value()).asReadOnlyBuffer(),
        headers);
  }

  @Override
  public Map<List<Object>, Map<String, Object>> table(String name) {
    try {
      List<String> key =
          dynamo.describeTable(request -> request.tableName(name)).table().keySchema().stream()
              .map(KeySchemaElement::attributeName)
              .toList();
      Map<List<Object>, Map<String, Object>> items = new HashMap<>();
      dynamo
          .scanPaginator(request -> request.tableName(name).consistentRead(true))
          .items()
          .forEach(
              item -> {
                Map<String, Object> plain = PlainItems.of(item);
                items.put(key.stream().map(plain::get).toList(), plain);
              });
      return items;
    } catch (ResourceNotFoundException e) {
      return Map.of();
    }
  }

  @Override
  public void close() {
    dynamo.close();
  }
}
