package io.tributary.launcher.up;

import io.tributary.gateway.IngestPipeline;
import io.tributary.operations.generation.GenerationLog;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.tables.TableAdmin;
import io.tributary.registry.RegistryAddress;
import io.tributary.registry.SchemaRegistration;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.retry.Backoff;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Makes the topics, tables and registered schemas that are missing before a service looks for them.
 */
final class CreateMissing {

  private static final Logger log = LoggerFactory.getLogger(CreateMissing.class);

  private static final int TRIES = 5;
  private static final Duration FIRST_WAIT = Duration.ofMillis(200);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

  private CreateMissing() {}

  /** All at the same time, by settings that are known only then. */
  static Component of(Supplier<Settings> settings, Ambient ambient) {
    return new InParallel(
        List.of(
            new Creation(() -> createTopics(settings.get())),
            new Creation(() -> createTables(settings.get(), ambient)),
            new Creation(() -> registerSchemas(settings.get()))));
  }

  private static void createTopics(Settings given) throws InterruptedException {
    Settings settings = GenerationLog.resolve(given);
    try (Cluster cluster = Cluster.connect(settings)) {
      log.info("created topics {}", cluster.topics().create(IngestPipeline.topics(settings)));
    }
  }

  private static void registerSchemas(Settings settings) {
    Optional<RegistryAddress> registry = KafkaSettings.registry(settings);
    if (registry.isPresent()) {
      String prefix = settings.get(KafkaSettings.TOPIC_PREFIX);
      log.info("registered {} schemas", new SchemaRegistration(registry.get(), prefix).register());
    }
  }

  /** Tries again what an endpoint that has only just started does not finish in time. */
  private static void createTables(Settings given, Ambient ambient) throws InterruptedException {
    Settings settings = GenerationLog.resolve(given);
    Backoff backoff = new Backoff(FIRST_WAIT, LONGEST_WAIT, ambient.random());
    try (DynamoDbClient client = DynamoConnection.open(settings, ambient)) {
      TableAdmin tables = new TableAdmin(client, SinkSettings.tablePrefix(settings));
      Set<Family> families = settings.get(KafkaSettings.FAMILIES);
      for (int failures = 0; !created(tables, families, failures); failures++) {
        TimeUnit.MILLISECONDS.sleep(backoff.after(failures + 1).toMillis());
      }
    }
  }

  private static boolean created(TableAdmin tables, Set<Family> families, int failures) {
    try {
      log.info("created tables {}", tables.create(SinkPipeline.tables(families)));
      return true;
    } catch (SdkClientException e) {
      if (failures + 1 == TRIES) {
        throw e;
      }
      log.warn("creating tables is tried again: {}", e.getMessage());
      return false;
    }
  }

  private interface Step {
    void run() throws Exception;
  }

  /** Has something to do at the start and nothing at the end. */
  private record Creation(Step step) implements Component {

    @Override
    public void start() throws Exception {
      step.run();
    }

    @Override
    public void close(Deadline deadline) {
      // What is made stays.
    }
  }
}
