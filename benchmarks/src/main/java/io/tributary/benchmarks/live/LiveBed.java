package io.tributary.benchmarks.live;

import io.tributary.benchmarks.gateway.SteadyReadings;
import io.tributary.benchmarks.process.Child;
import io.tributary.benchmarks.sink.Backlog;
import io.tributary.benchmarks.sink.BareSide;
import io.tributary.benchmarks.sink.Endpoint;
import io.tributary.benchmarks.sink.Round;
import io.tributary.benchmarks.sink.Tables;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.topic.TopicAdmin;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Utils;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The whole pipeline: broker, DynamoDB, gateway, and processors with sink, as processes. */
final class LiveBed implements AutoCloseable {

  private static final String RATE_PREFIX = "rate-";

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Map<String, String> more;
  private final Path folder = Files.createTempDirectory("tributary-benchmark");
  private final Endpoint endpoint;
  private final Settings settings;
  private final KafkaClients kafka;
  private final DynamoDbClient client;

  /**
   * Starts broker and DynamoDB, and makes topics and tables.
   *
   * @param more settings of everything
   */
  LiveBed(Map<String, String> more) throws Exception {
    this.more = more;
    Child broker = part(Child.broker(folder.resolve("kafka")));
    endpoint = new Endpoint("DynamoDB", part(Child.dynamoDb(folder.resolve("dynamodb"))), 1, true);
    Map<String, String> values = new HashMap<>(more);
    values.put(KafkaSettings.BOOTSTRAP_SERVERS.key(), broker.endpoint());
    values.put(SinkSettings.DYNAMODB_ENDPOINT.key(), endpoint.server().endpoint());
    settings = Settings.of(values);
    kafka = new KafkaClients(settings);
    client = part(DynamoConnection.open(settings, Ambient.system()));
    try (Admin admin = kafka.admin("benchmark")) {
      new TopicAdmin(admin, kafka.topics(), -1).create(Topics.all());
    }
    Tables.create(client, "", Tables.all());
  }

  private <P extends AutoCloseable> P part(P part) {
    parts.push(part);
    return part;
  }

  Settings settings() {
    return settings;
  }

  KafkaClients kafka() {
    return kafka;
  }

  /** Stores all of it by the bare client, in tables that are dropped again. */
  Round store(Backlog backlog) throws Exception {
    Tables.create(client, RATE_PREFIX, tables(backlog));
    Settings own = settings.with(Map.of(SinkSettings.TABLE_PREFIX.key(), RATE_PREFIX));
    Round round = new BareSide(backlog, true).run(own, endpoint, 1);
    Tables.drop(client, RATE_PREFIX, backlog.tables());
    return round;
  }

  /** Empties the tables of these records. */
  void lose(Backlog backlog) {
    Tables.drop(client, "", backlog.tables());
    Tables.create(client, "", tables(backlog));
  }

  private static List<TableDefinition> tables(Backlog backlog) {
    return Tables.all().stream().filter(table -> backlog.tables().contains(table.name())).toList();
  }

  /** Starts the services; the sink passes over what is in the record topics by now. */
  SteadyReadings startServices() throws Exception {
    passOver();
    List<String> arguments = new ArrayList<>(List.of(ServicesChild.class.getName()));
    Map<String, String> values = new HashMap<>(more);
    values.put(
        KafkaSettings.BOOTSTRAP_SERVERS.key(), settings.get(KafkaSettings.BOOTSTRAP_SERVERS));
    values.put(SinkSettings.DYNAMODB_ENDPOINT.key(), endpoint.server().endpoint());
    values.put(SinkSettings.LISTEN.key(), "127.0.0.1:0");
    values.put(ProcessorsSettings.LISTEN.key(), "127.0.0.1:0");
    values.put(ProcessorsSettings.STATE_DIR.key(), folder.resolve("state").toString());
    values.forEach((key, value) -> arguments.add(key + '=' + value));
    part(
        Child.java(
            List.of("-Xmx1g"), Ambient.jvmProperty("java.class.path", ""), List.copyOf(arguments)));
    return part(SteadyReadings.start(settings.get(KafkaSettings.BOOTSTRAP_SERVERS)));
  }

  private void passOver() throws Exception {
    try (Admin admin = kafka.admin("benchmark")) {
      Set<String> names =
          SinkPipeline.topics(EnumSet.allOf(Family.class)).stream()
              .map(kafka.topics()::of)
              .collect(Collectors.toSet());
      Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
      admin
          .describeTopics(names)
          .allTopicNames()
          .get()
          .forEach(
              (name, topic) ->
                  topic
                      .partitions()
                      .forEach(
                          partition ->
                              asked.put(
                                  new TopicPartition(name, partition.partition()),
                                  OffsetSpec.latest())));
      Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
      admin
          .listOffsets(asked)
          .all()
          .get()
          .forEach((partition, end) -> ends.put(partition, new OffsetAndMetadata(end.offset())));
      admin.alterConsumerGroupOffsets(kafka.group("sink"), ends).all().get();
    }
  }

  @Override
  public void close() throws Exception {
    while (!parts.isEmpty()) {
      parts.pop().close();
    }
    Utils.delete(folder.toFile());
  }
}
