package io.tributary.operations.status;

import io.tributary.operations.drain.RelayBacklog;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.TableAdmin;
import io.tributary.sink.table.TableReport;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Looks at everything side by side, and waits for nothing longer than some seconds. */
public final class Sampler implements AutoCloseable {

  /** Interval of costly questions whose answers hardly change. */
  static final Duration SELDOM = Duration.ofMinutes(1);

  /** A shard can be read five times a second, the relay included. */
  private static final Duration NOT_OFTEN = Duration.ofSeconds(10);

  /** Longest wait for a slow broker. */
  private static final Duration CLUSTER_PATIENCE = Duration.ofSeconds(10);

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final RuntimeContext runtime;
  private final boolean tablesNamed;
  private final ClusterProbe kafka;
  private final Probe<TableReport> tables;
  private final Probe<Map<String, Long>> relay;
  private final Map<Instance, Probe<ServiceView.Pages>> services = new LinkedHashMap<>();

  /** Known roles of instances, for times when they do not answer. */
  private final Map<Instance, String> roles = new HashMap<>();

  private @Nullable Snapshot last;
  private long lookedAt;

  /**
   * An instance of a service.
   *
   * @param role until it answers
   * @param named false for a default address
   */
  public record Instance(String role, URI url, boolean named) {}

  /** A sampler of these instances; without I/O before the first look. */
  public Sampler(Settings settings, List<Instance> instances, RuntimeContext runtime) {
    this.runtime = runtime;
    tablesNamed = DynamoConnection.isNamed(settings, runtime);
    kafka = new ClusterProbe(settings, runtime);
    tables =
        new Probe<>("tables", () -> check(settings, runtime), () -> {}, SELDOM, runtime.ticker());
    Lazy<RelayBacklog> streams = new Lazy<>(() -> new RelayBacklog(settings, runtime));
    relay =
        new Probe<>("relay", () -> streams.get().records(), streams, NOT_OFTEN, runtime.ticker());
    instances.forEach(
        instance ->
            services.put(
                instance,
                new Probe<>(
                    instance.role(),
                    new ServiceReader(instance.url(), runtime.clock())::read,
                    () -> {},
                    Duration.ZERO,
                    runtime.ticker())));
  }

  private static TableReport check(Settings settings, RuntimeContext runtime) {
    try (DynamoDbClient client = DynamoConnection.open(settings, runtime)) {
      return new TableAdmin(client, SinkSettings.tablePrefix(settings))
          .check(SinkPipeline.tables(settings.get(KafkaSettings.FAMILIES)));
    }
  }

  /**
   * The status between the look before and one now; the first time, between two looks, unless Kafka
   * or DynamoDB does not answer the first.
   *
   * @param interval between the starts of two looks
   */
  public Status next(Duration interval) throws InterruptedException {
    Snapshot before = last;
    if (before == null) {
      before = look();
      if (before.cluster().value().isEmpty() || before.tables().hasFailed()) {
        return new Status(before, before);
      }
    }
    long passed = runtime.ticker().nanos() - lookedAt;
    TimeUnit.NANOSECONDS.sleep(interval.toNanos() - passed);
    return new Status(before, look());
  }

  private Snapshot look() throws InterruptedException {
    lookedAt = runtime.ticker().nanos();
    Snapshot now = observe();
    last = now;
    return now;
  }

  private Snapshot observe() throws InterruptedException {
    services.values().forEach(Probe::begin);
    if (tablesNamed) {
      if (relay.last().hasFailed()) {
        tables.forget();
      }
      tables.begin();
    }
    Deadline first = Deadline.after(CLUSTER_PATIENCE, runtime.ticker());
    Answered<ClusterView> cluster = kafka.view().begin().by(first);
    long millis = runtime.nowMillis();
    boolean complete = cluster.value().filter(view -> view.missing().isEmpty()).isPresent();
    if (complete) {
      kafka.drift().begin();
      kafka.waits().begin();
      kafka.deadLetters().begin();
    }
    if (complete && tablesNamed) {
      relay.begin();
    }
    Deadline second = Deadline.after(PATIENCE, runtime.ticker());
    return new Snapshot(
        millis,
        cluster,
        seen(kafka.drift(), complete, second),
        seen(kafka.waits(), complete, second),
        seen(kafka.deadLetters(), complete, second),
        tables.by(second),
        seen(relay, complete, second),
        services(second));
  }

  private static <T> Answered<T> seen(Probe<T> look, boolean asked, Deadline deadline)
      throws InterruptedException {
    return asked ? look.by(deadline) : Answered.notAsked();
  }

  private List<ServiceView> services(Deadline deadline) throws InterruptedException {
    List<ServiceView> views = new ArrayList<>();
    for (Map.Entry<Instance, Probe<ServiceView.Pages>> service : services.entrySet()) {
      Answered<ServiceView.Pages> answer = service.getValue().by(deadline);
      String known = roles.getOrDefault(service.getKey(), service.getKey().role());
      String role =
          answer.value().map(pages -> ServiceView.roleBy(pages.metrics(), known)).orElse(known);
      roles.put(service.getKey(), role);
      views.add(new ServiceView(service.getKey().url(), role, service.getKey().named(), answer));
    }
    return ServiceView.withRoles(views);
  }

  @Override
  public void close() {
    services.values().forEach(Probe::close);
    tables.close();
    relay.close();
    kafka.close();
  }
}
