package io.tributary.launcher.up;

import io.tributary.operations.Program;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.topics.TopicCreation;
import io.tributary.registry.SchemaRegistration;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.kafka.generation.LiveGeneration;
import io.tributary.runtime.kafka.generation.LostGenerationsException;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.retry.Backoff;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.TableAdmin;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Creates missing topics, tables and registered schemas, each as soon as its server answers. */
final class CreateMissing implements Component {

  private static final Logger log = LoggerFactory.getLogger(CreateMissing.class);

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int TRIES = 5;
  private static final Duration FIRST_WAIT = Duration.ofMillis(200);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

  private final EmbeddedServers servers;
  private final RuntimeContext runtime;
  private final Creation topics = new Creation("topics", this::topics);
  private final Creation tables = new Creation("tables", this::tables);
  private final Creation schemas = new Creation("schemas", this::schemas);
  private @Nullable LiveGeneration live;

  private record Creation(
      String things, Callable<List<String>> step, CompletableFuture<List<String>> created)
      implements Component {

    Creation(String things, Callable<List<String>> step) {
      this(things, step, new CompletableFuture<>());
    }

    @Override
    public void start() throws Exception {
      try {
        List<String> names = step.call();
        log.info("created {} {}", things, names);
        created.complete(names);
      } catch (Exception e) {
        created.completeExceptionally(e);
        throw e;
      }
    }

    void await() throws Exception {
      try {
        List<String> unused = created.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    }
  }

  CreateMissing(EmbeddedServers servers, RuntimeContext runtime) {
    this.servers = servers;
    this.runtime = runtime;
  }

  @Override
  public void start() throws Exception {
    new InParallel(List.of(topics, tables, schemas)).start();
  }

  /** The live generation, once its topics exist; at once an exception if its number is lost. */
  LiveGeneration withTopics() throws Exception {
    LiveGeneration found = live();
    topics.await();
    return found;
  }

  /** The live generation, once its topics and tables exist. */
  LiveGeneration withTables() throws Exception {
    LiveGeneration found = withTopics();
    tables.await();
    return new LiveGeneration(found.generation(), servers.withDynamoDb(found.settings()));
  }

  /** Waits while its number is lost. */
  private LiveGeneration awaitLive() throws InterruptedException {
    while (true) {
      try {
        return live();
      } catch (LostGenerationsException e) {
        TimeUnit.MILLISECONDS.sleep(LONGEST_WAIT.toMillis());
      }
    }
  }

  /** Read once, before topics are created. A new Kafka has no log. */
  private synchronized LiveGeneration live() throws InterruptedException {
    LiveGeneration known = live;
    if (known == null) {
      Settings settings = servers.kafkaSettings();
      known =
          servers.isNew()
              ? new LiveGeneration(Generation.FIRST, GenerationLog.first(settings))
              : GenerationLog.read(settings, PATIENCE);
      live = known;
    }
    return known;
  }

  private List<String> topics() throws InterruptedException {
    Settings settings = awaitLive().settings();
    try (Cluster cluster = Cluster.connect(settings)) {
      TopicCreation creation = TopicCreation.run(cluster, settings, runtime);
      creation.warnings().stream().map(Program::named).forEach(log::warn);
      return creation.created();
    }
  }

  private List<String> schemas() {
    Settings given = servers.given();
    String prefix = given.get(KafkaSettings.TOPIC_PREFIX);
    return KafkaSettings.registry(given).stream()
        .map(registry -> new SchemaRegistration(registry, prefix).register() + " in the registry")
        .toList();
  }

  /** Retries, because an endpoint that has only just started may be too slow. */
  private List<String> tables() throws InterruptedException {
    Settings settings =
        servers.withDynamoDb(
            servers.isNew() ? GenerationLog.first(servers.given()) : awaitLive().settings());
    Backoff backoff = new Backoff(FIRST_WAIT, LONGEST_WAIT, runtime.random());
    try (DynamoDbClient client = DynamoConnection.open(settings, runtime)) {
      TableAdmin tables = new TableAdmin(client, SinkSettings.tablePrefix(settings));
      for (int tries = 1; ; tries++) {
        try {
          return tables.create(SinkPipeline.tables(settings.get(KafkaSettings.FAMILIES)));
        } catch (SdkClientException e) {
          if (tries == TRIES) {
            throw e;
          }
          log.warn("creating tables is tried again: {}", e.getMessage());
        }
        TimeUnit.MILLISECONDS.sleep(backoff.delay(tries).toMillis());
      }
    }
  }
}
