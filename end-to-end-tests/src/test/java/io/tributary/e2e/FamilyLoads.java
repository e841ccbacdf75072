package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.e2e.devices.DevicesLoad;
import io.tributary.e2e.history.HistoryLoad;
import io.tributary.e2e.inbox.InboxLoad;
import io.tributary.e2e.outreach.OutreachLoad;
import io.tributary.e2e.tenants.TenantsLoad;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/** The traffic of all five families, and the check of what a pipeline has made of it. */
final class FamilyLoads {

  private static final int CONNECTIONS_OF_EACH = 2;
  private static final Duration PAUSE = Duration.ofMillis(80);
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final Deeds deeds;
  private final Map<String, FamilyLoad> loads = new LinkedHashMap<>();

  FamilyLoads(Deeds deeds, Seed seed) {
    this.deeds = deeds;
    loads.put("devices", new DevicesLoad(deeds, seed.random()));
    loads.put("history", new HistoryLoad(seed.random()));
    loads.put("inbox", new InboxLoad(deeds, seed.random()));
    loads.put("tenants", new TenantsLoad(deeds, seed.random()));
    loads.put("outreach", new OutreachLoad(deeds, seed.random()));
  }

  /** Those of the families. */
  Iterable<FamilyLoad> all() {
    return loads.values();
  }

  /** Makes what the traffic is about. */
  void begin(URI gateway, Topics topics) throws IOException {
    for (FamilyLoad load : loads.values()) {
      load.begin(gateway);
    }
    all().forEach(load -> load.awaitExpired(topics));
  }

  /** Sends the traffic of all families until that is closed. */
  Sending send(Supplier<URI> gateways) {
    return new Sending(gateways);
  }

  /** Requests under way. */
  final class Sending implements AutoCloseable {

    private final Map<FamilyLoad, LoadGenerator> generators = new LinkedHashMap<>();

    private Sending(Supplier<URI> gateways) {
      for (FamilyLoad load : loads.values()) {
        generators.put(
            load,
            new LoadGenerator(
                deeds, gateways, load::next, load::learn, CONNECTIONS_OF_EACH, PAUSE));
      }
    }

    /** How many requests are settled. */
    long settled() {
      return generators.values().stream().mapToLong(each -> each.settled().size()).sum();
    }

    /** How many were acknowledged. */
    long acknowledged() {
      return generators.values().stream()
          .flatMap(each -> each.settled().stream())
          .filter(Delivery::acknowledged)
          .count();
    }

    /** Waits until so many more are settled of each family. */
    void awaitMore(int ofEach) {
      Map<FamilyLoad, Integer> goals = new LinkedHashMap<>();
      generators.forEach((load, each) -> goals.put(load, each.settled().size() + ofEach));
      Awaitility.await(ofEach + " more requests of each family")
          .atMost(LIMIT)
          .until(
              () ->
                  generators.entrySet().stream()
                      .allMatch(
                          each ->
                              each.getValue().settled().size()
                                  >= goals.getOrDefault(each.getKey(), 0)));
    }

    /** Waits until all has happened that the traffic can lead to. */
    void awaitEverything(Topics topics) {
      loads.forEach(
          (family, load) ->
              Awaitility.await("everything to happen to " + family)
                  .atMost(LIMIT)
                  .pollInterval(Duration.ofSeconds(1))
                  .until(() -> load.hasEverything(topics)));
    }

    /** Ends it, once all that has begun is settled. */
    @Override
    public void close() {
      generators.forEach((load, each) -> load.add(each.finish(LIMIT)));
      generators.values().forEach(LoadGenerator::close);
    }
  }

  /** Lets everything that waits come to its end, and waits until all is stored. */
  void settle(Topics topics, Runnable awaitDrained) {
    all().forEach(load -> load.endWaits(topics));
    awaitDrained.run();
  }

  /** The same, and checks all families then. */
  void check(Topics topics, Tables tables, Runnable awaitDrained) {
    settle(topics, awaitDrained);
    all().forEach(load -> load.check(topics, tables));
    assertThat(deeds.of(Deed.OTHER_5XX)).as("%s", deeds).isZero();
  }

  /** Prints what has happened. */
  void print(String what, Seed seed, Topics topics) {
    loads.forEach(
        (family, load) ->
            System.out.printf("%s: %s %s %s%n", what, seed, family, load.tally(topics)));
    System.out.printf("%s: %s %s%n", what, seed, deeds);
  }

  /** Appends facts beside the requests. */
  void forge(Topics topics) {
    all().forEach(load -> load.forge(topics));
  }
}
