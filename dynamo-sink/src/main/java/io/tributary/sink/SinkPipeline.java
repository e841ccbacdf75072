package io.tributary.sink;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.health.OpsPages;
import io.tributary.runtime.health.OpsServer;
import io.tributary.runtime.kafka.KafkaClients;
import io.tributary.runtime.kafka.RequiredTopics;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.framing.SingleObjectFraming;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.devices.DevicesSink;
import io.tributary.sink.history.HistorySink;
import io.tributary.sink.inbox.InboxSink;
import io.tributary.sink.intake.Dispatcher;
import io.tributary.sink.intake.Intake;
import io.tributary.sink.intake.IntakeClients;
import io.tributary.sink.intake.IntakeLimits;
import io.tributary.sink.intake.KafkaIntakeClients;
import io.tributary.sink.intake.RouteTable;
import io.tributary.sink.intake.WriterLimits;
import io.tributary.sink.relay.Relay;
import io.tributary.sink.route.RelayRoute;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.tenants.TenantsSink;
import io.tributary.sink.write.DynamoItemWriter;
import io.tributary.sink.write.ItemStore;
import io.tributary.sink.write.RetryingItemStore;
import io.tributary.sink.write.RetryingItemStore.Backoffs;
import io.tributary.sink.write.StoreHealth;
import java.util.List;
import java.util.stream.Stream;

/** The path of a record into its tables: read, decoded, into its lane, written, committed. */
public final class SinkPipeline implements Component {

  private static final List<SinkFamily> FAMILIES =
      List.of(DevicesSink.FAMILY, HistorySink.FAMILY, InboxSink.FAMILY, TenantsSink.FAMILY);

  private final StoreHealth storeHealth;
  private final OpsServer ops;
  private final Lifecycle parts;

  /** Puts the parts together, without I/O. */
  public SinkPipeline(Settings settings, Ambient ambient, Meters meters) {
    KafkaClients kafka = new KafkaClients(settings);
    IntakeClients clients = new KafkaIntakeClients(kafka, ambient);
    SingleObjectFraming framing = SingleObjectFraming.ofReleases();
    RouteTable routes = new RouteTable(framing, kafka.topics(), FAMILIES);
    storeHealth = new StoreHealth(ambient.ticker(), meters);
    DynamoTables tables = DynamoTables.of(settings, ambient, tables());
    ItemStore store =
        RetryingItemStore.of(
            DynamoItemWriter.to(tables, ambient.clock(), meters),
            storeHealth,
            Backoffs.usual(ambient.random()));
    Dispatcher dispatcher =
        new Dispatcher(routes, WriterLimits.of(settings), store, ambient.ticker(), meters);
    Intake intake = new Intake(clients, dispatcher, IntakeLimits.of(settings), ambient, meters);
    ops = new OpsServer(settings.get(SinkSettings.LISTEN), new OpsPages(this, meters));
    Stream<Component> relays =
        relays().stream().map(route -> Relay.of(route, framing, settings, ambient, meters));
    parts =
        new Lifecycle(
            Stream.concat(
                    Stream.of(new RequiredTopics(kafka, needed()), ops, tables, dispatcher, intake),
                    relays)
                .toList());
  }

  /** The topics that the sink reads. */
  public static List<Topic<?, ?>> topics() {
    return FAMILIES.stream()
        .flatMap(family -> family.routes().stream())
        .<Topic<?, ?>>map(Route::topic)
        .toList();
  }

  private static List<Topic<?, ?>> needed() {
    Stream<Topic<?, ?>> deadLetters =
        FAMILIES.stream().map(family -> Topics.deadLettersOf(family.family()));
    Stream<Topic<?, ?>> relayed =
        relays().stream().flatMap(route -> Stream.of(route.topic(), route.positions()));
    return Stream.of(topics().stream(), deadLetters, relayed).flatMap(each -> each).toList();
  }

  /** The tables of all families, also those that nothing writes yet. */
  public static List<TableDefinition> tables() {
    return FAMILIES.stream().flatMap(family -> family.tables().stream()).toList();
  }

  /** What is relayed from tables' streams. */
  public static List<RelayRoute<?, ?>> relays() {
    return FAMILIES.stream().flatMap(family -> family.relay().stream()).toList();
  }

  /** Where health and metrics are served. */
  public HostPort address() {
    return ops.address();
  }

  @Override
  public void start() throws Exception {
    parts.start();
  }

  @Override
  public List<HealthReason> check() {
    return Stream.concat(parts.check().stream(), storeHealth.check().stream()).toList();
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    parts.close(deadline);
  }
}
