package io.tributary.benchmarks;

import io.tributary.avro.devices.ApiKey;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.requests.Gateway;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.topic.TopicAdmin;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.key.Sha256;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.TableAdmin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Utils;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** A broker with all topics, a DynamoDB, and the servers that a row asks for. */
final class Bed implements AutoCloseable {

  private static final List<String> SERVICE = List.of("-Xmx1g", "-XX:+ExitOnOutOfMemoryError");

  private static final String DYNAMODB = "@embedded/jvm.options";

  /** Collects less often: beside three brokers, all services share the machine. */
  private static final List<String> DYNAMODB_OF_SEVERAL =
      List.of(DYNAMODB, "-XX:NewSize=64m", "-XX:MaxNewSize=64m");

  private static final String PROGRAM = "io.tributary.cli.Tributary";
  private static final String KAFKA = "io.tributary.embedded.kafka.EmbeddedKafka";
  static final String TOKEN = "fake-service-token-of-a-benchmark";
  private static final String TOKENS =
      """
      {"tokens":[{"name":"benchmark","sha256":"%s","grants":[{"family":"inbox","tenant":"*"}]}]}"""
          .formatted(Sha256.hex(TOKEN));
  private static final String LISTEN = "127.0.0.1:0";
  private static final String PEPPER = "fake-pepper-for-these-measurements-only";
  private static final String KEY_ID = "5b0f2f0a-6d7e-4c58-9a35-0c7f1f2f9d11";

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Path folder = Files.createTempDirectory("tributary-benchmark");
  private final Options options;
  private final String bootstrap;
  private final String dynamoDb;
  private final Map<String, String> values;
  private final KafkaClients kafka;
  private final DynamoDbClient client;

  Bed(Options options) throws Exception {
    this(options, 1);
  }

  /**
   * A bed.
   *
   * @param brokers with several, only families that rows send: each fetch of a broker goes through
   *     all partitions
   */
  Bed(Options options, int brokers) throws Exception {
    this.options = options;
    String data = folder.toString();
    bootstrap = brokers(data, brokers);
    dynamoDb =
        own(
                brokers > 1 ? DYNAMODB_OF_SEVERAL : List.of(DYNAMODB),
                List.of(PROGRAM, "dynamodb", "--data", data + "/dynamodb", "--listen", LISTEN))
            .endpoint();
    values = new HashMap<>();
    values.put(KafkaSettings.BOOTSTRAP_SERVERS.key(), bootstrap);
    values.put(SinkSettings.DYNAMODB_ENDPOINT.key(), dynamoDb);
    values.put(SinkSettings.LISTEN.key(), LISTEN);
    values.put(ProcessorsSettings.LISTEN.key(), LISTEN);
    values.put(ProcessorsSettings.STATE_DIR.key(), folder.resolve("state").toString());
    values.put(GatewaySettings.LISTEN.key(), LISTEN);
    values.put(GatewaySettings.ADMIN_TOKEN.key(), "fake-admin-token-for-measurements-only");
    values.put(GatewaySettings.API_KEY_PEPPER.key(), PEPPER);
    values.put(GatewaySettings.CONFIRMATION_KEY.key(), "fake-confirmation-key");
    values.put(GatewaySettings.SERVICE_TOKENS_FILE.key(), secret("tokens.json", TOKENS));
    values.put(GatewaySettings.FAKE_SECRETS.key(), "true");
    if (brokers > 1) {
      values.put(KafkaSettings.FAMILIES.key(), "devices,inbox");
      values.put(KafkaSettings.PARTITIONS.key(), "" + brokers);
    }
    values.putAll(options.settings());
    kafka = new KafkaClients(settings());
    client = part(DynamoConnection.open(settings(), RuntimeContext.system()));
    try (Admin admin = kafka.admin("benchmark")) {
      new TopicAdmin(admin, kafka.topics(), -1).create(Topics.of(kafka.families()));
    }
  }

  private String brokers(String data, int number) throws Exception {
    List<Integer> ports = freePorts(2 * number);
    List<CompletableFuture<Child>> started = new ArrayList<>();
    for (int node = 1; node <= number; node++) {
      List<String> main = new ArrayList<>(List.of(KAFKA, "--data", data + "/kafka-" + node));
      main.addAll(List.of("--listen", "127.0.0.1:" + ports.get(node - 1)));
      if (number > 1) {
        main.addAll(List.of("--cluster", "benchmarkbenchmarkbenc", "--node", "" + node));
        ports
            .subList(number, 2 * number)
            .forEach(port -> main.addAll(List.of("--controller", "127.0.0.1:" + port)));
      }
      List<String> flags = number > 1 ? Child.QUICK : List.of("-Xmx1g");
      started.add(CompletableFuture.supplyAsync(() -> broker(flags, main)));
    }
    List<String> endpoints = new ArrayList<>();
    for (CompletableFuture<Child> broker : started) {
      endpoints.add(part(broker.get()).endpoint());
    }
    return String.join(",", endpoints);
  }

  private static Child broker(List<String> flags, List<String> main) {
    try {
      return Child.start(flags, "embedded/target/embedded.jar:embedded/target/lib/*", main);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Integer> freePorts(int number) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      sockets.add(new ServerSocket(0));
    }
    List<Integer> ports = sockets.stream().map(ServerSocket::getLocalPort).toList();
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    return ports;
  }

  private <P extends AutoCloseable> P part(P part) {
    parts.push(part);
    return part;
  }

  Path folder() {
    return folder;
  }

  Settings settings() {
    return Settings.of(values);
  }

  KafkaClients kafka() {
    return kafka;
  }

  DynamoDbClient client() {
    return client;
  }

  BenchmarkTables dynamoDb() {
    return BenchmarkTables.at(dynamoDb);
  }

  void writeApiKey() throws Exception {
    String hash = Sha256.hex(PEPPER + ReadingRequests.API_KEY);
    ApiKey key = new ApiKey(KEY_ID, hash, 0L, null, true, null, List.of(), 1L);
    try (Producer<byte[], byte[]> producer = kafka.producer("benchmark", Map.of())) {
      producer
          .send(
              new ProducerRecord<>(
                  kafka.topics().of(DevicesTopics.API_KEYS),
                  DevicesTopics.API_KEYS.partitionOf(KEY_ID, kafka.topics().partitions()),
                  DevicesTopics.API_KEYS.keyBytes(KEY_ID),
                  SingleObjectFormat.ofReleases().encode(key)))
          .get(10, TimeUnit.SECONDS);
    }
  }

  /** Starts a gateway, with settings beside those of the bed. */
  Child gateway(String... more) throws Exception {
    writeApiKey();
    return command(SERVICE, "gateway", more);
  }

  /** Starts the gateway of another built tree. */
  Child otherGateway(Path tree) throws Exception {
    Path target = tree.resolve("operator-cli/target");
    String classPath = target.resolve("operator-cli.jar") + ":" + target.resolve("lib/*");
    return part(Child.start(SERVICE, classPath, List.of(PROGRAM, "gateway", "--config", config())));
  }

  void services() throws Exception {
    command(SERVICE, "processors");
    command(SERVICE, "sink");
  }

  /** Starts the console with the flags of the start script. */
  Child console() throws Exception {
    return command(
        Stream.concat(Stream.of("-Xmx512m"), Child.QUICK.stream()).toList(),
        "console",
        "--console-listen",
        LISTEN);
  }

  /** Starts a service as people do, with settings beside those of the bed. */
  Child service(String name, List<String> more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(name, "--config", config()));
    arguments.addAll(more);
    return part(Child.command(arguments));
  }

  private Child command(List<String> flags, String command, String... more) throws Exception {
    List<String> main = new ArrayList<>(List.of(PROGRAM, command, "--config", config()));
    main.addAll(List.of(more));
    return own(flags, main);
  }

  /** A file of the bed's settings. */
  private String config() throws IOException {
    List<String> lines = values.entrySet().stream().map(Object::toString).toList();
    return secret("tributary.properties", String.join("\n", lines));
  }

  private String secret(String name, String text) throws IOException {
    Path file = Files.writeString(folder.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file.toString();
  }

  Child reader() throws Exception {
    return own(SERVICE, List.of(Reader.class.getName(), bootstrap));
  }

  /** Starts a server that answers at once, or DynamoDB's writes late. */
  Child stub(long delayMillis, boolean serial) throws Exception {
    return own(SERVICE, List.of(Stub.class.getName(), dynamoDb, "" + delayMillis, "" + serial));
  }

  private Child own(List<String> flags, List<String> main) throws IOException {
    return part(Child.start(flags, RuntimeContext.jvmProperty("java.class.path", ""), main));
  }

  /** Devices that send to a gateway, or to the stub. */
  Sender devices(Child server, ReadingRequests requests) {
    Gateway gateway = gateway(server);
    return new Sender(
        number -> gateway.send(requests.call(number)).thenApply(requests::isAnsweredBy),
        options.connections());
  }

  static Gateway gateway(Child server) {
    return BenchmarkTables.at(server.endpoint()).endpoint();
  }

  static List<TableDefinition> tables() {
    return SinkPipeline.tables(EnumSet.allOf(Family.class));
  }

  /** Makes tables that are missing. */
  void create(String prefix, Collection<TableDefinition> tables) {
    new TableAdmin(client, prefix).create(List.copyOf(tables));
  }

  void drop(String prefix, Collection<String> tables) {
    for (String table : tables) {
      client.deleteTable(request -> request.tableName(prefix + table));
    }
  }

  /** Count of the items of a table, by its full name. */
  long items(String table) {
    return client.scanPaginator(request -> request.tableName(table).select(Select.COUNT)).stream()
        .mapToLong(ScanResponse::count)
        .sum();
  }

  @Override
  public void close() throws Exception {
    while (!parts.isEmpty()) {
      parts.pop().close();
    }
    Utils.delete(folder.toFile());
  }
}
