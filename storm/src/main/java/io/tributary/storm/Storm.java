package io.tributary.storm;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.topic.Family;
import io.tributary.storm.Nemesis.Kind;
import io.tributary.storm.check.StoredContents;
import io.tributary.storm.dynamodb.FaultyDynamo;
import io.tributary.storm.process.Program;
import io.tributary.storm.process.Programs;
import io.tributary.storm.process.RunningProgram;
import io.tributary.traffic.Models;
import io.tributary.traffic.Traffic;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The whole path of a storm, in its order: three brokers, DynamoDB Local behind a faulty proxy, two
 * instances of each service; the preparation of every family's traffic; load and faults; calm until
 * all is drained; and a check of topics and tables against the families' models.
 */
public final class Storm implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Storm.class);
  private static final int OF_EACH = 2;
  private static final int SENDERS = 3;
  private static final Duration COMMAND_LIMIT = Duration.ofMinutes(2);
  private static final Duration DRAIN_LIMIT = Duration.ofMinutes(15);

  private final StormPlan plan;
  private final Ambient ambient;
  private final Programs programs;
  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setUseDaemonThread(true));
  private final Brokers brokers;
  private final RunningProgram dynamoDb;
  private final FaultyDynamo faultyDynamo;
  private final History history;
  private final List<AutoCloseable> open = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();

  /** Lays out the storm without starting anything. */
  public Storm(StormPlan plan, Ambient ambient) throws IOException {
    this.plan = plan;
    this.ambient = ambient;
    Files.createDirectories(plan.folder());
    String java = Path.of(Ambient.jvmProperty("java.home", ""), "bin", "java").toString();
    this.programs = new Programs(java, plan.home(), plan.folder());
    this.history = new History(plan.folder().resolve("history.jsonl"), ambient.clock());
    open.add(history);
    this.brokers = new Brokers(programs, vertx);
    open.add(brokers);
    this.dynamoDb = new RunningProgram(programs.dynamoDb());
    open.add(dynamoDb::close);
    this.faultyDynamo = new FaultyDynamo(new Random(plan.seed()));
    open.add(faultyDynamo);
  }

  /**
   * The end of a storm.
   *
   * @param faults counts by kind, those of DynamoDB's answers beside
   * @param events requests that were settled
   * @param violations each with the history that shows it
   */
  public record Result(
      int kills,
      int stops,
      int faults,
      int events,
      Map<Kind, Integer> kinds,
      List<Violation> violations) {}

  /** A broken promise, and the requests and faults that concern it. */
  public record Violation(Family family, String text, List<String> history) {}

  /** Runs the storm to its end. */
  public Result run() throws IOException, InterruptedException {
    brokers.start();
    dynamoDb.start();
    String dynamo = dynamoDb.awaitReady("dynamodb");
    Secrets secrets = StormAccounts.write(plan.folder());
    environment.putAll(secrets.environment());
    environment.putAll(settings(faultyDynamo.inFrontOf(dynamo)));
    command(COMMAND_LIMIT, "topics", "create");
    command(COMMAND_LIMIT, "tables", "create");
    Services services = new Services(programs, environment);
    open.add(services);
    services.start(OF_EACH);
    Map<Family, Senders> senders = senders(secrets, services);
    for (Senders each : senders.values()) {
      each.prepare();
    }
    Duration pause = pause();
    senders.forEach((family, each) -> each.start(family.label(), SENDERS, pause));
    Nemesis nemesis =
        new Nemesis(
            new Nemesis.Targets(brokers, services, faultyDynamo),
            history,
            ambient.clock(),
            new Random(plan.seed()));
    nemesis.rage(ambient.clock().instant().plus(plan.length()));
    for (Senders each : senders.values()) {
      each.finish();
    }
    log.info("calm; waiting until all is drained");
    command(DRAIN_LIMIT, "drained", "--timeout", Long.toString(DRAIN_LIMIT.toSeconds()));
    return new Result(
        nemesis.count(Kind.SERVICE_KILL, Kind.BROKER_KILL),
        nemesis.count(Kind.SERVICE_STOP, Kind.BROKER_STOP),
        nemesis.all(),
        history.size(),
        nemesis.counts(),
        violations(dynamo));
  }

  private Map<String, String> settings(String dynamo) {
    return Map.ofEntries(
        Map.entry("TRIBUTARY_BOOTSTRAP_SERVERS", brokers.bootstrap()),
        Map.entry("TRIBUTARY_DYNAMODB_ENDPOINT", dynamo),
        Map.entry("TRIBUTARY_TOPIC_REPLICATION_FACTOR", "3"),
        Map.entry("TRIBUTARY_PROCESSORS_STANDBY_REPLICAS", "1"),
        Map.entry("TRIBUTARY_KAFKA_SESSION_TIMEOUT_MS", "6000"),
        Map.entry("TRIBUTARY_KAFKA_HEARTBEAT_INTERVAL_MS", "1500"),
        Map.entry("AWS_ACCESS_KEY_ID", "fakeaccesskey"),
        Map.entry("AWS_SECRET_ACCESS_KEY", "fakesecretkey"),
        Map.entry(
            "TRIBUTARY_FAMILIES",
            String.join(",", plan.families().stream().map(Family::label).sorted().toList())));
  }

  private Map<Family, Senders> senders(Secrets secrets, Services services) {
    Map<Family, Senders> senders = new LinkedHashMap<>();
    for (Family family : plan.families()) {
      Traffic traffic =
          Models.of(family)
              .traffic(plan.seed(), "s" + plan.seed(), secrets.credentials(), ambient.clock());
      senders.put(family, new Senders(traffic, services::nextGateway, history, ambient.clock()));
    }
    return senders;
  }

  /** The pause of each sender between two requests. */
  private Duration pause() {
    double each = plan.families().size() * SENDERS / plan.rate();
    return Duration.ofMillis(Math.max(1, (long) (each * 1_000)));
  }

  private List<Violation> violations(String dynamo) {
    List<Violation> found = new ArrayList<>();
    try (StoredContents contents = new StoredContents(brokers.bootstrap(), dynamo)) {
      for (Family family : plan.families()) {
        for (String text : Models.of(family).violations(contents, history.deliveries())) {
          found.add(new Violation(family, text, history.about(text)));
        }
      }
    }
    return found;
  }

  /** Runs a command of the command line, which must end with 0. */
  private void command(Duration limit, String... words) throws IOException, InterruptedException {
    Program program = programs.tributary(String.join("-", words), List.of(words), environment);
    ProcessBuilder builder = new ProcessBuilder(program.command());
    builder.environment().putAll(program.environment());
    Path output = plan.folder().resolve("logs").resolve(words[0] + "-" + words[1] + ".log");
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    if (!ended || process.exitValue() != 0) {
      throw new IllegalStateException(
          String.join(" ", words) + " did not succeed:\n" + Files.readString(output));
    }
  }

  @Override
  public void close() {
    for (int i = open.size() - 1; i >= 0; i--) {
      try {
        open.get(i).close();
      } catch (Exception e) {
        log.warn("closing was not orderly", e);
      }
    }
    vertx.close().await();
  }
}
