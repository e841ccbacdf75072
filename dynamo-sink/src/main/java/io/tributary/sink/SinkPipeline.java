package io.tributary.sink;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.LogWatch;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.runtime.kafka.topic.TopicCheck;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.consume.Dispatcher;
import io.tributary.sink.consume.Intake;
import io.tributary.sink.consume.IntakeLimits;
import io.tributary.sink.consume.KafkaIntakeClients;
import io.tributary.sink.consume.ReplayFilter;
import io.tributary.sink.consume.RouteTable;
import io.tributary.sink.devices.DevicesFamily;
import io.tributary.sink.dynamo.DynamoItemWriter;
import io.tributary.sink.dynamo.StoreHealth;
import io.tributary.sink.history.HistoryFamily;
import io.tributary.sink.inbox.InboxFamily;
import io.tributary.sink.outreach.OutreachFamily;
import io.tributary.sink.relay.Relay;
import io.tributary.sink.route.ItemRoute;
import io.tributary.sink.route.RelayRoute;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.tenants.TenantsFamily;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** Path of a record into its tables: consumed, decoded, ordered by key, written, committed. */
public final class SinkPipeline {

  private static final List<SinkFamily> FAMILIES =
      List.of(
          new DevicesFamily(),
          new HistoryFamily(),
          new InboxFamily(),
          new TenantsFamily(),
          new OutreachFamily());

  private SinkPipeline() {}

  public static Lifecycle of(Settings settings, RuntimeContext runtime, Meters meters) {
    return of(settings, true, OptionalDouble.empty(), runtime, meters);
  }

  /**
   * A sink of a generation that is not live: expiries of its tables are not relayed yet.
   *
   * @param writeUnits limit per second
   */
  public static Lifecycle shadow(
      Settings settings, OptionalDouble writeUnits, RuntimeContext runtime, Meters meters) {
    return of(settings, false, writeUnits, runtime, meters);
  }

  private static Lifecycle of(
      Settings settings,
      boolean relaying,
      OptionalDouble writeUnits,
      RuntimeContext runtime,
      Meters meters) {
    KafkaClients kafka = new KafkaClients(settings);
    LogWatch watch =
        watch(kafka, topics(kafka.families()), Optional.of(kafka.group("sink")), runtime);
    PipelineFormat format = PipelineFormat.of(kafka);
    Set<Family> families = kafka.families();
    RouteTable routes = reading(format, kafka.topics(), families);
    StoreHealth storeHealth = new StoreHealth(runtime.ticker(), meters);
    DynamoTables tables = DynamoTables.of(settings, runtime, tables(families));
    Dispatcher dispatcher =
        new WritePath(settings, runtime, meters)
            .dispatcher(
                routes,
                DynamoItemWriter.to(tables, runtime.clock(), meters),
                storeHealth,
                writeUnits);
    Intake intake =
        new Intake(
            new KafkaIntakeClients(kafka, "sink", watch, runtime),
            dispatcher,
            IntakeLimits.of(settings),
            runtime,
            meters);
    Stream<Component> relays =
        relays(families).stream()
            .filter(route -> relaying)
            .map(route -> Relay.of(route, format, settings, runtime, meters));
    return Lifecycle.of(
        Stream.concat(
                Stream.of(
                    topicCheck(kafka, runtime),
                    tables,
                    // binds the pipeline to the registry, so behind other checks
                    format.required(runtime),
                    dispatcher,
                    watch,
                    intake,
                    storeHealth),
                relays)
            .toList());
  }

  /** The relay decides by positions; records are read from wherever their topic begins. */
  private static TopicCheck topicCheck(KafkaClients kafka, RuntimeContext runtime) {
    return new TopicCheck(
        kafka, needed(kafka.families()), topic -> topic.kind() == TopicKind.POSITIONS, runtime);
  }

  /**
   * A watch of these topics.
   *
   * @param group that begins where logs do
   */
  public static LogWatch watch(
      KafkaClients kafka,
      Collection<Topic<?, ?>> topics,
      Optional<String> group,
      RuntimeContext runtime) {
    List<String> names = topics.stream().map(kafka.topics()::of).toList();
    return new LogWatch(kafka, names, group, Optional.empty(), runtime.ticker());
  }

  /** The topics that the sink of these families reads. */
  public static List<Topic<?, ?>> topics(Set<Family> families) {
    return topics(routes(families));
  }

  /** The topics of these routes, and the redrives of their families. */
  public static List<Topic<?, ?>> topics(Collection<ItemRoute<?, ?>> routes) {
    return Stream.<Topic<?, ?>>concat(
            routes.stream().map(ItemRoute::topic),
            routes.stream().map(ItemRoute::family).distinct().map(Topics::redrivesOf))
        .toList();
  }

  /** Routes for reading records as the sink does. */
  public static RouteTable reading(ValueFormat format, TopicNaming naming, Set<Family> families) {
    return new RouteTable(format, naming, routes(families), ReplayFilter.ALL);
  }

  /** Routes of these families' records. */
  public static List<ItemRoute<?, ?>> routes(Set<Family> families) {
    return chosen(families).stream()
        .<ItemRoute<?, ?>>flatMap(family -> family.routes().stream())
        .toList();
  }

  private static List<Topic<?, ?>> needed(Set<Family> families) {
    Stream<Topic<?, ?>> deadLetters = families.stream().map(Topics::deadLettersOf);
    Stream<Topic<?, ?>> relayed =
        relays(families).stream().flatMap(route -> Stream.of(route.topic(), route.positions()));
    return Stream.of(topics(families).stream(), deadLetters, relayed)
        .flatMap(each -> each)
        .toList();
  }

  /** The tables of these families, also those without a writer. */
  public static List<TableDefinition> tables(Set<Family> families) {
    return chosen(families).stream().flatMap(family -> family.tables().stream()).toList();
  }

  /** The named tables, and all tables of the same records. */
  public static Set<String> withCompanions(Set<Family> families, Set<String> tables) {
    Set<String> all = new HashSet<>(tables);
    boolean grows = true;
    while (grows) {
      grows = false;
      for (ItemRoute<?, ?> route : routes(families)) {
        if (route.goesTo(all)) {
          grows |=
              all.addAll(route.targets().stream().map(target -> target.table().name()).toList());
        }
      }
    }
    return all;
  }

  /** Relays of these families' tables' streams. */
  public static List<RelayRoute<?, ?>> relays(Set<Family> families) {
    return chosen(families).stream().flatMap(family -> family.relay().stream()).toList();
  }

  private static List<SinkFamily> chosen(Set<Family> families) {
    return FAMILIES.stream().filter(family -> families.contains(family.family())).toList();
  }
}
