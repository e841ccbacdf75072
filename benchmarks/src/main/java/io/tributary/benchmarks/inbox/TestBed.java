package io.tributary.benchmarks.inbox;

import io.tributary.benchmarks.process.Child;
import io.tributary.processors.ProcessorsPipeline;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.topic.TopicAdmin;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.TableAdmin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.utils.Utils;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A broker and DynamoDB, each in a process of its own, and processors and sink in this one. */
final class TestBed implements AutoCloseable {

  private static final Duration STOP = Duration.ofSeconds(20);
  private static final String DOCUMENTED_PREFIX = "documented-";
  private static final String TABLE = "inbox";

  private final Ambient ambient = Ambient.system();
  private final Path folder;
  private final Child broker;
  private final Child dynamoDb;
  private final DynamoDbClient client;
  private final Lifecycle processors;
  private final Lifecycle sink;
  private final Producer<byte[], byte[]> producer;
  private final Side pipeline;
  private final Side documented;

  /** Starts all of it and makes topics and tables. */
  TestBed() throws Exception {
    folder = Files.createTempDirectory("tributary-benchmark");
    broker = Child.broker(folder.resolve("kafka"));
    dynamoDb = Child.dynamoDb(folder.resolve("dynamodb"));
    Map<String, String> values = new HashMap<>();
    values.put(KafkaSettings.BOOTSTRAP_SERVERS.key(), broker.endpoint());
    values.put(SinkSettings.DYNAMODB_ENDPOINT.key(), dynamoDb.endpoint());
    values.put(SinkSettings.LISTEN.key(), "127.0.0.1:0");
    values.put(ProcessorsSettings.LISTEN.key(), "127.0.0.1:0");
    values.put(ProcessorsSettings.STATE_DIR.key(), folder.resolve("state").toString());
    Settings settings = Settings.of(values);
    KafkaClients kafka = new KafkaClients(settings);
    try (Admin admin = kafka.admin("benchmark")) {
      new TopicAdmin(admin, kafka.topics(), -1).create(Topics.all());
    }
    client = DynamoConnection.open(settings, ambient);
    new TableAdmin(client, "").create(SinkPipeline.tables(EnumSet.allOf(Family.class)));
    new TableAdmin(client, DOCUMENTED_PREFIX)
        .create(SinkPipeline.tables(EnumSet.allOf(Family.class)));
    producer = kafka.producer("benchmark", Map.of());
    processors = ProcessorsPipeline.of(settings, GenerationHandover.FIRST, ambient, new Meters());
    processors.start();
    Meters meters = new Meters();
    sink = SinkPipeline.of(settings, ambient, meters);
    sink.start();
    pipeline = new PipelineSide(producer, new Stored(client, TABLE), meters);
    documented = new SeedSide(client, new Stored(client, DOCUMENTED_PREFIX + TABLE));
  }

  Side pipeline() {
    return pipeline;
  }

  Side documented() {
    return documented;
  }

  @Override
  public void close() throws Exception {
    producer.close();
    processors.close(Deadline.after(STOP, ambient.ticker()));
    sink.close(Deadline.after(STOP, ambient.ticker()));
    client.close();
    dynamoDb.close();
    broker.close();
    Utils.delete(folder.toFile());
  }
}
