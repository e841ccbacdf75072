package io.tributary.launcher.up;

import io.tributary.gateway.IngestPipeline;
import io.tributary.operations.kafka.Cluster;
import io.tributary.registry.SchemaRegistration;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.retry.Backoff;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.TableAdmin;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Creates missing topics, tables and registered schemas, all at the same time.
 *
 * @param settings known at the start
 */
record CreateMissing(Supplier<Settings> settings, Ambient ambient) implements Component {

  private static final Logger log = LoggerFactory.getLogger(CreateMissing.class);

  private static final int TRIES = 5;
  private static final Duration FIRST_WAIT = Duration.ofMillis(200);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

  private record Creation(String things, Callable<List<String>> step) implements Component {

    @Override
    public void start() throws Exception {
      log.info("created {} {}", things, step.call());
    }
  }

  @Override
  public void start() throws Exception {
    new InParallel(
            List.of(
                new Creation("topics", this::topics),
                new Creation("tables", this::tables),
                new Creation("schemas", this::schemas)))
        .start();
  }

  private List<String> topics() throws InterruptedException {
    Settings live = GenerationLog.resolve(settings.get());
    try (Cluster cluster = Cluster.connect(live)) {
      return cluster.topics().create(IngestPipeline.topics(live));
    }
  }

  private List<String> schemas() {
    String prefix = settings.get().get(KafkaSettings.TOPIC_PREFIX);
    return KafkaSettings.registry(settings.get()).stream()
        .map(registry -> new SchemaRegistration(registry, prefix).register() + " in the registry")
        .toList();
  }

  /** Retries, because an endpoint that has only just started may be too slow. */
  private List<String> tables() throws InterruptedException {
    Settings live = GenerationLog.resolve(settings.get());
    Backoff backoff = new Backoff(FIRST_WAIT, LONGEST_WAIT, ambient.random());
    try (DynamoDbClient client = DynamoConnection.open(live, ambient)) {
      TableAdmin tables = new TableAdmin(client, SinkSettings.tablePrefix(live));
      for (int tries = 1; ; tries++) {
        try {
          return tables.create(SinkPipeline.tables(live.get(KafkaSettings.FAMILIES)));
        } catch (SdkClientException e) {
          if (tries == TRIES) {
            throw e;
          }
          log.warn("creating tables is tried again: {}", e.getMessage());
        }
        TimeUnit.MILLISECONDS.sleep(backoff.after(tries).toMillis());
      }
    }
  }
}
