package io.tributary.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Seed;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.Tables;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A Kafka that is no longer the one that it was: each remedy is typed as it is printed. The first
 * test makes the second generation live, whose log is among the losses of the next.
 */
@Order(12)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class LogsIT {

  /** One of each kind, but for records without a state. */
  private static final List<String> TOPICS =
      List.of(
          "devices.api-keys",
          "devices.batches",
          "devices.dead-letters",
          "devices.dead-letter-decisions",
          "devices.outcomes",
          "devices.redrives",
          "history.threads",
          "history.waits",
          "inbox.events",
          "inbox.expiries",
          "inbox.messages",
          "inbox.positions",
          "inbox.settings",
          "inbox.stats",
          "tenants.conversations",
          "tenants.users",
          "outreach.conversations");

  private static final List<String> SHARED =
      List.of("devices.batches", "inbox.events", "inbox.expiries", "tenants.conversation-events");

  private static final int REQUESTS = 60;
  private static final int THREADS = 12;
  private static final String EVENT =
      """
      {"org_id":"logs","tenant_id":"t","user_id":"u","thread_id":"t%d","title":"a title"}""";

  private static Workplace place;
  private static Random random;
  private static SplitPipeline services;
  private static LogOperator operator;

  @BeforeAll
  static void open() {
    place = Workplace.named("logs");
    Seed seed = Seed.next();
    System.out.println("logs: " + seed);
    random = seed.random();
    services = SplitPipeline.start(place, 1);
    operator = new LogOperator(services);
  }

  @AfterAll
  static void close() {
    services.close();
  }

  @Test
  @Order(2)
  void shouldNotFallBackToTheFirstGeneration() {
    operator.stop(Role.values());
    try (Cluster cluster = new Cluster(services.endpoints())) {
      cluster.delete(List.of("tributary.generations"));
    }
    Instance processors = services.of(Role.PROCESSORS).get(0);
    processors.launch();
    Eventually.await("the processors to wait")
        .until(() -> processors.process().logged().contains("number of the live generation"));
    assertThat(operator.run("verify").exitCode()).isEqualTo(1);

    operator.type("topics create");
    String status = operator.status();
    assertThat(status).contains("topic_replaced: topic tributary.generations");
    operator.commands(status.substring(status.indexOf("topic_replaced"))).stream()
        .limit(1)
        .forEach(
            command -> operator.type(command.replace("--live N", "--live " + operator.live())));
    processors.awaitReady();
    operator.start(Role.SINK, Role.GATEWAY);
    operator.requireWell();
  }

  @Test
  @Order(3)
  void shouldNoticeEachRecreatedTopicAndContinueAsDecided() throws IOException {
    simulate();
    String key = newKey();
    operator.stop(Role.values());
    try (Cluster cluster = new Cluster(services.endpoints())) {
      cluster.delete(TOPICS.stream().map(LogsIT::named).toList());
    }
    assertThat(operator.status()).contains("topics_missing", "`tributary topics create`");
    Completed created = operator.run("topics", "create");
    assertThat(created.exitCode()).isZero();
    String status = operator.status();
    TOPICS.forEach(
        topic -> assertThat(status).contains("topic_replaced: topic " + named(topic) + ' '));

    Instance gateway = services.of(Role.GATEWAY).get(0);
    gateway.launch();
    Eventually.await("the gateway to wait")
        .until(() -> gateway.process().logged().contains("waits"));
    assertThat(gateway.process().isAlive()).isTrue();
    operator.commands(created.err()).forEach(operator::type);
    gateway.awaitReady();
    operator.start(Role.PROCESSORS, Role.SINK);

    assertThat(upload(key, 1).status()).as("a key of before").isEqualTo(200);
    simulate();
    operator.requireWell();
  }

  @Test
  @Order(4)
  void shouldReportFactsRemovedBeforeProcessing() throws IOException {
    operator.stop(Role.PROCESSORS);
    for (int i = 0; i < 6; i++) {
      assertThat(title(i).status()).isEqualTo(202);
    }
    try (Cluster cluster = new Cluster(services.endpoints())) {
      cluster.forget("history.events");
    }
    Completed drained = operator.run("drained", "--timeout", "1");
    assertThat(drained.exitCode()).isEqualTo(3);
    assertThat(drained.out()).contains("history.events", "removed before they were read");
    assertThat(operator.status())
        .contains("log_gap: records were removed before the processors read them");

    operator.start(Role.PROCESSORS);
    assertThat(title(7).status()).isEqualTo(202);
    services.awaitDrained();
    assertThat(operator.status()).contains("log_gap", "history.events");
    operator.stop(Role.PROCESSORS);
    operator.start(Role.PROCESSORS);
    operator.requireWell();
  }

  @Test
  @Order(5)
  void shouldNameATransactionThatHoldsBackReaders() throws IOException {
    String key = newKey();
    List<String> held = List.of(own("devices.api-keys"), "devices.batches", "history.events");
    try (KafkaProducer<byte[], byte[]> foreign = foreignProducer()) {
      foreign.initTransactions();
      foreign.beginTransaction();
      // behind it no stage is late
      var alone = foreign.send(new ProducerRecord<>(own("inbox.outcomes"), 0, null, null));
      foreign.flush();
      assertThat(alone).isDone();
      Eventually.await("the finding")
          .until(() -> operator.status().contains(own("inbox.outcomes-0 from")));
      for (String topic : held) {
        for (int partition = 0; partition < 6; partition++) {
          var unused =
              foreign.send(new ProducerRecord<>(topic, partition, "k".getBytes(UTF_8), null));
        }
      }
      foreign.flush();
      String status = operator.status();
      held.forEach(topic -> assertThat(status).contains(topic + "-0 from offset"));
      assertThat(upload(key, 2).status()).as("its revocation may be hidden").isEqualTo(503);

      operator.commands(status).stream()
          .filter(each -> each.contains("abort"))
          .forEach(operator::type);
    }
    Eventually.await("the gateway to go on").until(() -> upload(key, 3).status() == 200);
    simulate();
    operator.requireWell();
  }

  @Test
  @Order(6)
  void shouldReturnToItsOwnOffsetsAfterAForeignCommit() throws IOException {
    int taken = 0;
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            services.endpoints().kafka(),
            "group.id",
            own("tributary-sink"),
            "client.id",
            "other-program",
            "partition.assignment.strategy",
            "org.apache.kafka.clients.consumer.CooperativeStickyAssignor");
    try (KafkaConsumer<byte[], byte[]> foreign =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      foreign.subscribe(List.of(own("history.threads")));
      Eventually.await("it to be a member")
          .until(
              () -> {
                foreign.poll(Duration.ofMillis(100));
                return !foreign.assignment().isEmpty();
              });
      assertThat(operator.status()).contains("foreign_consumer", "other-program at 127.0.0.1");
      for (int thread = 100; taken == 0; thread++) {
        assertThat(title(thread).status()).isEqualTo(202);
        taken += foreign.poll(Duration.ofSeconds(1)).count();
      }
      foreign.commitSync();
    }
    Eventually.await("the sink to take it back")
        .until(() -> operator.status().contains("commits history.threads 1"));
    operator.awaitAgreement();
    operator.stop(Role.SINK);
    operator.start(Role.SINK);
    operator.requireWell();
  }

  @Test
  @Order(7)
  void shouldReadOnWhereItWasThoughItsOffsetsWereSetForward() {
    try (Simulation load = simulation(2 * REQUESTS);
        Cluster cluster = new Cluster(services.endpoints())) {
      load.awaitMore(REQUESTS / 2);
      operator.stop(Role.GATEWAY, Role.PROCESSORS, Role.SINK);
      operator.start(Role.GATEWAY);
      load.awaitMore(REQUESTS / 3);
      cluster.skip(own("tributary-processors"));
      cluster.skip(own("tributary-sink"));
      operator.start(Role.PROCESSORS, Role.SINK);
      load.requireExact();
    }
    operator.requireWell();
  }

  @Test
  @Order(8)
  void shouldNameSettingsByWhichLogsForget() {
    String changelog = own("tributary-processors-inbox.stats-state-changelog");
    try (Cluster cluster = new Cluster(services.endpoints())) {
      cluster.configure(changelog, "cleanup.policy", "compact,delete");
      cluster.configure("history.events", "retention.bytes", "1000000");
      Eventually.await("both findings")
          .untilAsserted(
              () ->
                  assertThat(operator.status())
                      .contains("topic_drift: topic " + changelog + " has cleanup.policy=")
                      .contains("topic_drift: topic history.events has retention.bytes=1000000"));
      cluster.configure(changelog, "cleanup.policy", "compact");
      cluster.configure("history.events", "retention.bytes", "-1");
    }
    operator.requireWell();
  }

  @Test
  @Order(8)
  void shouldNameBrokersThatRefuseTheSessionsOfServices() {
    assertThat(
            services
                .launcher()
                .with(Map.of("TRIBUTARY_KAFKA_SESSION_TIMEOUT_MS", "5000"))
                .run(services.endpoints().appendedTo("status", "--services", "none"))
                .out())
        .contains("broker_drift: broker 1 allows sessions of 6000");
  }

  @Test
  @Tag("storm")
  @Order(9)
  void shouldVerifyToAnEndThoughATransactionHangs() throws IOException {
    operator.stop(Role.SINK);
    assertThat(title(300).status()).isEqualTo(202);
    Eventually.await("an item that is missing")
        .until(() -> operator.run("drained", "--timeout", "0").out().contains("lag sink"));
    try (KafkaProducer<byte[], byte[]> foreign = foreignProducer()) {
      foreign.initTransactions();
      foreign.beginTransaction();
      var unused = foreign.send(new ProducerRecord<>(own("history.dead-letters"), 0, null, null));
      foreign.flush();
      Completed verified = operator.run("verify", "--tables", "history");
      assertThat(verified.exitCode()).isEqualTo(1);
      assertThat(verified.err()).contains(own("history.dead-letters"));
      foreign.abortTransaction();
    }
    operator.start(Role.SINK);
    operator.requireWell();
  }

  /** The sink runs on, and dead letters of before hide no record at the same offset. */
  @Test
  @Order(10)
  void shouldDistinguishRecordsOfTheFormerTopic() throws IOException {
    makeAnew("history.threads");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", services.endpoints().kafka()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int partition = 0; partition < 6; partition++) {
        var unused =
            producer.send(
                new ProducerRecord<>(
                    own("history.threads"), partition, "k".getBytes(UTF_8), new byte[] {1}));
      }
    }
    Eventually.await("dead letters of the new topic")
        .untilAsserted(
            () ->
                assertThat(
                        operator.run("dead-letters", "list", "--family", "history").out().lines())
                    .filteredOn(line -> line.contains("RECORD_UNDECODABLE"))
                    .hasSize(6));
    operator.type("dead-letters discard --everything --yes --note garbage");
    for (int thread = 400; thread < 400 + THREADS; thread++) {
      assertThat(title(thread).status()).isEqualTo(202);
    }
    services.awaitDrained();
    makeAnew("history.threads");
    services.awaitDrained();

    String table = "g" + operator.live() + "-history";
    try (Tables tables = new Tables(services.endpoints())) {
      tables.scan(table).stream()
          .filter(item -> String.valueOf(item.get("SK")).startsWith("THREAD#t4"))
          .forEach(item -> tables.delete(table, item, "PK", "SK"));
    }
    assertThat(operator.run("verify", "--tables", "history").out().lines())
        .filteredOn(line -> line.startsWith("missing") && line.contains("THREAD#t4"))
        .hasSize(2 * THREADS);
    assertThat(operator.run("verify", "--tables", "history", "--repair").exitCode()).isLessThan(4);
    operator.requireWell();
  }

  private static void makeAnew(String topic) {
    try (Cluster cluster = new Cluster(services.endpoints())) {
      cluster.delete(List.of(own(topic)));
    }
    operator.type("topics create");
    operator.stop(Role.PROCESSORS);
    operator.type("topics restore " + topic);
    operator.start(Role.PROCESSORS);
  }

  /** Facts that are accepted meanwhile wait for the generation that is made. */
  @Test
  @Order(0)
  void shouldForgetNoStateWithItsChangelogAndRebuildItFromFacts() {
    try (Simulation load = simulation(4 * REQUESTS)) {
      Instance processors = services.of(Role.PROCESSORS).get(0);
      load.awaitMore(REQUESTS);
      operator.stop(Role.GATEWAY);
      services.awaitDrained();
      try (Cluster cluster = new Cluster(services.endpoints())) {
        cluster.delete(
            List.of(
                "tributary-processors-inbox.stats-state-changelog",
                "tributary-processors-devices.readings-seen-changelog"));
        cluster.evict("tributary-processors");
      }
      Eventually.await("Kafka Streams to ask for new changelogs")
          .until(() -> processors.process().logged().contains("unknown without their changelogs"));
      operator.stop(Role.PROCESSORS);
      operator.start(Role.GATEWAY);
      load.awaitMore(REQUESTS / 2);
      processors.launch();
      Eventually.await("the processors to wait")
          .until(() -> processors.process().logged().contains("waits, because states are unknown"));
      String status = operator.status();
      assertThat(status).contains("state_lost", "inbox.stats-state-changelog was deleted");

      assertThat(operator.commands(status.substring(status.indexOf("state_lost"))))
          .startsWith("replay run --from facts", "replay promote");
      operator.stop(Role.GATEWAY);
      assertThat(operator.rebuild() && operator.settle()).isTrue();
      load.requireExact();
    }
    operator.requireWell();
  }

  /** Until then nothing is judged by topics that do not tell of all items. */
  @Test
  @Order(1)
  void shouldRebuildRecordsThatAreGone() {
    simulate();
    operator.stop(Role.SINK);
    try (Simulation load = simulation(2 * REQUESTS);
        Cluster cluster = new Cluster(services.endpoints())) {
      load.awaitMore(REQUESTS);
      operator.stop(Role.GATEWAY, Role.PROCESSORS);
      cluster.forget(own("history.messages"));
      cluster.forget(own("outreach.redrives"));
      assertThat(operator.run("drained", "--timeout", "1").out())
          .contains("sink " + own("history.messages"), "removed before they were read");
      Completed cut = operator.run("replay", "run", "--tables", "history");
      assertThat(cut.exitCode()).as(cut.out() + cut.err()).isEqualTo(3);
      cluster.delete(List.of(own("devices.readings")));
      operator.type("topics create");
      for (String[] judging :
          new String[][] {
            {"verify", "--tables", "device_readings", "--repair", "--delete-extra", "--yes"},
            {"replay", "plan", "--tables", "device_readings"},
            {"replay", "run", "--tables", "device_readings"}
          }) {
        assertThat(operator.run(judging).exitCode()).as(judging[0] + judging[1]).isNotZero();
      }

      assertThat(operator.recover()).isEmpty();
      load.requireExact();
    }
    operator.requireWell();
  }

  /** Name in the cluster: facts are the same for all generations. */
  private static String named(String topic) {
    return SHARED.contains(topic) ? topic : own(topic);
  }

  /** Name of the live generation's own thing. */
  private static String own(String name) {
    return operator.live() == 1 ? name : "g" + operator.live() + '.' + name;
  }

  @Test
  @Order(11)
  void shouldRecreateTopicsWhosePartitionsWereRaised() {
    List<String> raised =
        List.of(
            "inbox.events", "tenants.conversation-events", "inbox.messages", "devices.api-keys");
    try (Simulation load = simulation(2 * REQUESTS);
        Cluster cluster = new Cluster(services.endpoints())) {
      load.awaitMore(REQUESTS);
      operator.stop(Role.PROCESSORS, Role.SINK);
      for (String topic : raised) {
        cluster.raise(named(topic), 1 + random.nextInt(6));
      }
      assertThat(operator.status()).contains("topic_drift", "`tributary topics recreate");

      for (String topic : raised) {
        Completed done = operator.run("topics", "recreate", topic);
        assertThat(done.out() + done.err()).contains("recreated " + topic);
        assertThat(operator.run("topics", "recreate", topic).out()).contains("nothing to recreate");
      }

      operator.start(Role.PROCESSORS, Role.SINK);
      load.requireExact();
      operator.requireWell();
    }
  }

  @Test
  @Order(12)
  void shouldSkipGarbageAndDiscardIt() {
    byte[] garbage = {1, 2, 3};
    try (KafkaProducer<byte[], byte[]> foreign = producer(Map.of())) {
      for (String key : List.of("x", "2", "7")) {
        send(foreign, "tributary.generations", key, garbage);
        send(foreign, "tributary.generations", key, null);
      }
      for (String waits : List.of("history.waits", "inbox.waits")) {
        send(foreign, named(waits), "k", garbage);
      }
    }
    operator.stop(Role.PROCESSORS, Role.SINK);
    operator.start(Role.PROCESSORS, Role.SINK);

    Completed drained = operator.run("drained", "--timeout", "1");
    assertThat(drained.out())
        .containsOnlyOnce("history.waits 1 foreign: `tributary topics discard");
    assertThat(operator.status()).contains("foreign_waits: records of " + named("inbox.waits"));
    operator.commands(drained.out()).forEach(operator::type);
    operator.requireWell();
  }

  private static void simulate() {
    try (Simulation load = simulation(REQUESTS)) {
      load.requireExact();
    }
  }

  private static Simulation simulation(int requests) {
    return Simulation.start(
        services.launcher(), services.endpoints(), services.gateway(), random, requests);
  }

  private static String newKey() throws IOException {
    return http()
        .post(
            gateway("/v1/admin/api-keys"),
            Map.of("Authorization", "Bearer " + Workplace.ADMIN_TOKEN),
            "{}")
        .json()
        .get("api_key")
        .asText();
  }

  private static Answer upload(String key, int id) throws IOException {
    String reading =
        """
        {"readings":[{"batch_id":"24:6F:28:AE:52:7C_%d","hardware_id":"24:6F:28:AE:52:7C",
         "timestamp_ms":1795219200000,"boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6",
         "firmware_version":"1.0.16","sensors":{},"sensor_status":{}}]}"""
            .formatted(id);
    return http().post(gateway("/v1/devices/data"), Map.of("X-API-Key", key), reading);
  }

  private static Answer title(int thread) throws IOException {
    return http()
        .post(
            gateway("/v1/history/threads"),
            Map.of("Authorization", "Bearer " + ServiceTokens.ALL),
            EVENT.formatted(thread));
  }

  private static HttpProbe http() {
    return HttpProbe.once(place.statistics());
  }

  private static URI gateway(String path) {
    return services.gateway().resolve(path);
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer, String topic, String key, byte @Nullable [] value) {
    Future<?> unused = producer.send(new ProducerRecord<>(topic, key.getBytes(UTF_8), value));
  }

  private static KafkaProducer<byte[], byte[]> foreignProducer() {
    return producer(Map.of("transactional.id", "other-program", "transaction.timeout.ms", 300_000));
  }

  private static KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> config = new HashMap<>(more);
    config.put("bootstrap.servers", services.endpoints().kafka());
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
