package io.tributary.sink.replay;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.LogWatch;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.WritePath;
import io.tributary.sink.consume.Dispatcher;
import io.tributary.sink.consume.Intake;
import io.tributary.sink.consume.IntakeLimits;
import io.tributary.sink.consume.KafkaIntakeClients;
import io.tributary.sink.consume.RouteTable;
import io.tributary.sink.dynamo.DynamoItemWriter;
import io.tributary.sink.dynamo.StoreHealth;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.route.ItemRoute;
import io.tributary.sink.table.DynamoTables;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The sink's path once more, in a group of its own and beside it, under the same conditions, so
 * that nothing newer is overwritten.
 */
public final class ReplayPipeline extends Lifecycle {

  private final ReplaySelection selection;
  private final Meters meters;

  public ReplayPipeline(
      Settings settings, RuntimeContext runtime, Meters meters, ReplayRequest request) {
    this.meters = meters;
    KafkaClients kafka = new KafkaClients(settings);
    PipelineFormat format = PipelineFormat.of(kafka);
    Set<Family> families = kafka.families();
    List<TableDefinition> definitions = SinkPipeline.tables(families);
    selection = new ReplaySelection(request, definitions, runtime.clock());
    RouteTable routes =
        new RouteTable(format, kafka.topics(), routes(families, request.tables()), selection)
            .among(SinkPipeline.routes(families), kafka.topics());
    StoreHealth storeHealth = new StoreHealth(runtime.ticker(), meters);
    DynamoTables tables =
        DynamoTables.of(
            settings,
            request.tablePrefix(),
            runtime,
            definitions.stream().filter(table -> request.tables().contains(table.name())).toList());
    Dispatcher dispatcher =
        new WritePath(settings, runtime, meters)
            .dispatcher(
                routes,
                DynamoItemWriter.rebuilding(tables, runtime.clock(), meters),
                storeHealth,
                request.writeUnits());
    LogWatch watch =
        SinkPipeline.watch(kafka, topics(families, request.tables()), Optional.empty(), runtime);
    Intake intake =
        new Intake(
            new KafkaIntakeClients(kafka, group(request.name()), watch, runtime),
            dispatcher,
            IntakeLimits.of(settings),
            runtime,
            meters);
    consistOf(List.of(format.readable(runtime), tables, dispatcher, watch, intake, storeHealth));
  }

  /** Suffix of a replay's consumer group. */
  public static String group(String name) {
    return "replay-" + name;
  }

  /** Topics of those tables' records, redrives included. */
  public static List<Topic<?, ?>> topics(Set<Family> families, Set<String> tables) {
    return SinkPipeline.topics(routes(families, tables));
  }

  private static List<ItemRoute<?, ?>> routes(Set<Family> families, Set<String> tables) {
    return SinkPipeline.routes(families).stream().filter(route -> route.goesTo(tables)).toList();
  }

  /** Results so far by outcome, unstorable records included. */
  public Map<String, Long> outcomes() {
    Map<String, Long> outcomes = new TreeMap<>();
    meters
        .registry()
        .find(SinkMeter.OUTCOMES.meter())
        .counters()
        .forEach(
            counter ->
                outcomes.merge(
                    String.valueOf(counter.getId().getTag("outcome")),
                    (long) counter.count(),
                    Long::sum));
    outcomes.remove("rejected");
    outcomes.values().removeIf(count -> count == 0);
    if (selection.unstorable() > 0) {
      outcomes.put("unstorable", selection.unstorable());
    }
    return outcomes;
  }

  /** Offsets that vanished before they were read. */
  public long gaps() {
    return meters.registry().find(SinkMeter.LOG_GAPS.meter()).counters().stream()
        .mapToLong(counter -> (long) counter.count())
        .sum();
  }

  /** Write units as DynamoDB reports them. */
  public double writeUnits() {
    return meters.counter(SinkMeter.WRITE_UNITS).count();
  }
}
