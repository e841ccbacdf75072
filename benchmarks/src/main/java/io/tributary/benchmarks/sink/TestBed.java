package io.tributary.benchmarks.sink;

import io.tributary.benchmarks.process.Child;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.topic.TopicAdmin;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.utils.Utils;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** A broker and the endpoints, each in a process of its own. */
final class TestBed implements AutoCloseable {

  private final Path folder;
  private final List<Child> children = new ArrayList<>();
  private final Child broker;
  private final Map<String, String> settings;
  private final List<Endpoint> endpoints = new ArrayList<>();
  private int rounds;

  /** Starts a broker and DynamoDB and makes the topics. */
  TestBed(Options options) throws Exception {
    folder = Files.createTempDirectory("tributary-benchmark");
    broker = started(Child.broker(folder.resolve("kafka")));
    settings = new HashMap<>(options.settings());
    settings.put(KafkaSettings.BOOTSTRAP_SERVERS.key(), broker.endpoint());
    settings.put(SinkSettings.LISTEN.key(), "127.0.0.1:0");
    endpoints.add(
        new Endpoint("DynamoDB", started(Child.dynamoDb(folder.resolve("dynamodb"))), 1, true));
    KafkaClients clients = kafka();
    try (Admin admin = clients.admin("benchmark")) {
      new TopicAdmin(admin, clients.topics(), -1).create(Topics.all());
    }
  }

  /** With a stub of DynamoDB beside. */
  static TestBed withStub(Options options) throws Exception {
    TestBed bed = new TestBed(options);
    Child stub = bed.started(StubChild.start(options.delayMillis(), options.serial()));
    bed.endpoints.add(new Endpoint("stub", stub, options.repeats(), false));
    return bed;
  }

  private Child started(Child child) {
    children.add(child);
    return child;
  }

  List<Endpoint> endpoints() {
    return endpoints;
  }

  ProcessHandle broker() {
    return broker.handle();
  }

  KafkaClients kafka() {
    return new KafkaClients(Settings.of(settings));
  }

  /** One round in new tables; fails when they do not hold each record in the end. */
  Round run(Side side, Endpoint endpoint, Shape shape, Backlog backlog) throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.put(SinkSettings.DYNAMODB_ENDPOINT.key(), endpoint.server().endpoint());
    all.put(SinkSettings.TABLE_PREFIX.key(), "round" + ++rounds + "-");
    all.put(SinkSettings.TRANSACTION_WRITES.key(), Integer.toString(shape.group()));
    all.put(SinkSettings.WRITERS.key(), Integer.toString(shape.writers()));
    Settings own = Settings.of(all);
    return endpoint.keeps()
        ? inTables(side, endpoint, own, backlog)
        : side.run(own, endpoint, endpoint.repeats());
  }

  private static Round inTables(Side side, Endpoint endpoint, Settings own, Backlog backlog)
      throws Exception {
    String prefix = own.get(SinkSettings.TABLE_PREFIX);
    try (DynamoDbClient client = DynamoConnection.open(own, Ambient.system())) {
      Tables.create(client, prefix, Tables.all());
      Round round = side.run(own, endpoint, endpoint.repeats());
      for (String table : backlog.tables()) {
        long stored = count(client, prefix + table);
        if (stored != backlog.count()) {
          throw new IllegalStateException(
              "%s: %s has %d items of %d".formatted(side.name(), table, stored, backlog.count()));
        }
      }
      Tables.drop(client, prefix, Tables.all().stream().map(TableDefinition::name).toList());
      return round;
    }
  }

  private static long count(DynamoDbClient client, String table) {
    return client.scanPaginator(request -> request.tableName(table).select(Select.COUNT)).stream()
        .mapToLong(ScanResponse::count)
        .sum();
  }

  @Override
  public void close() throws Exception {
    for (int i = children.size() - 1; i >= 0; i--) {
      children.get(i).close();
    }
    Utils.delete(folder.toFile());
  }
}
