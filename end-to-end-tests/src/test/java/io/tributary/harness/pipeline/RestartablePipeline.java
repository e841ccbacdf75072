package io.tributary.harness.pipeline;

import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.fault.Seed;
import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.RunStatistics;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Services of all families in processes of their own, with a {@link FaultyDynamo}, for tests that
 * kill, freeze, fail and rebuild it.
 *
 * @param random the chance of all its tests
 */
public record RestartablePipeline(
    Workplace place,
    Random random,
    FaultyDynamo dynamo,
    SplitPipeline services,
    Topics topics,
    Tables tables)
    implements AutoCloseable {

  /** Tests that wait for a removal to be written again need not wait for a minute. */
  static final Map<String, String> SETTINGS = Map.of("TRIBUTARY_REMOVALS_REPEAT", "30s");

  private static RestartablePipeline open() {
    Workplace place = Workplace.named("restartable");
    Seed seed = Seed.next();
    System.out.println("restartable pipeline: " + seed);
    FaultyDynamo dynamo = new FaultyDynamo(seed);
    SplitPipeline services =
        SplitPipeline.start(
            place, place.launcher().with(SETTINGS).with(dynamo.settings()), 1, dynamo::inFrontOf);
    Endpoints endpoints = services.endpoints();
    return new RestartablePipeline(
        place, seed.random(), dynamo, services, new Topics(endpoints), new Tables(endpoints));
  }

  /** Counts of its tests. */
  public RunStatistics statistics() {
    return place.statistics();
  }

  /** Starts and stops instances until there are so many of that service. */
  public void have(Role role, int instances) {
    while (services.of(role).size() > instances) {
      services.remove(services.of(role).get(instances));
    }
    while (services.of(role).size() < instances) {
      services.add(role);
    }
  }

  /** Sends so many requests of all families to the first gateway. */
  public Simulation simulate(int requests) {
    return Simulation.start(
        services.launcher(), services.endpoints(), services.gateway(), random, requests);
  }

  /**
   * Fails unless all that was accepted is stored, tables and topics agree and nothing is double.
   */
  public void check() {
    services.awaitDrained();
    Simulation.requireAgreement(services.launcher(), services.endpoints());
  }

  /** Compares the tables with the topics. */
  public Completed verify() {
    return Simulation.verify(services.launcher(), services.endpoints());
  }

  /** Every attribute of every item, by table and key. */
  public Map<String, Map<String, Object>> items() {
    return items(tables::whole);
  }

  private Map<String, Map<String, Object>> items(
      Function<String, Map<List<Object>, Map<String, Object>>> whole) {
    Map<String, Map<String, Object>> items = new TreeMap<>();
    for (String table : Families.TABLES) {
      whole.apply(table).forEach((key, item) -> items.put(table + " " + key, item));
    }
    return items;
  }

  /** Fails unless the tables hold just those. */
  public void requireItems(Map<String, Map<String, Object>> items, String when) {
    Comparison.of(items, Map.of(), items()).requireNone(when);
  }

  /** The same of the tables of the second generation. */
  public void requireNextGeneration(Map<String, Map<String, Object>> items) {
    Comparison.of(
            withoutRev(items), Map.of(), withoutRev(items(table -> tables.whole("g2-" + table))))
        .requireNone("in the next generation");
  }

  private static Map<String, Map<String, Object>> withoutRev(
      Map<String, Map<String, Object>> items) {
    Map<String, Map<String, Object>> without = new TreeMap<>();
    items.forEach(
        (key, item) -> {
          Map<String, Object> copy = new HashMap<>(item);
          copy.remove("rev");
          without.put(key, copy);
        });
    return without;
  }

  @Override
  public void close() {
    topics.close();
    tables.close();
    services.close();
    dynamo.close();
  }

  /** Gives tests the one that all of them share. */
  public static final class Parameter implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType().equals(RestartablePipeline.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(RestartablePipeline.class))
          .computeIfAbsent(RestartablePipeline.class, any -> open(), RestartablePipeline.class);
    }
  }
}
