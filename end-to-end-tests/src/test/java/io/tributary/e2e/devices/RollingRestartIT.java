package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.Balancer;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
final class RollingRestartIT {

  /** How often a client tries a request; each time with the next gateway. */
  private static final int PATIENCE = 10;

  @Test
  void shouldNotFailARequestWhileEveryInstanceIsRestarted() throws Exception {
    Seed seed = Seed.next();
    System.out.println("rolling restart: " + seed);
    Workplace place = Workplace.of(RollingRestartIT.class);
    Deeds deeds = place.deeds();
    // Longer than a balancer takes to notice that a gateway is not ready any more.
    Map<String, String> delay = Map.of("TRIBUTARY_STOP_DELAY", "1500ms");
    try (SplitPipeline pipeline = SplitPipeline.start(place, place.launcher().with(delay), 2);
        Balancer balancer = new Balancer(pipeline);
        Topics topics = new Topics(pipeline.endpoints());
        Tables tables = new Tables(pipeline.endpoints())) {
      String key = new DevicesApi(new HttpProbe(deeds), balancer.next()).newKey();
      Fleet fleet = new Fleet(seed.random(), key, 40, 3);
      DevicesOracle oracle = new DevicesOracle();
      Map<String, List<Delivery>> changes = new HashMap<>();
      try (LoadGenerator balanced = sending(deeds, fleet, balancer::next, 4);
          // Knows no readiness: meets refused connections, and goes on to the next gateway.
          LoadGenerator stubborn = sending(deeds, fleet, pipeline::nextGateway, 1);
          LoadGenerator operator = changing(deeds, balancer, RollingRestartIT::creation);
          LoadGenerator booting = changing(deeds, balancer, registrations(key))) {
        pipeline.all().forEach(instance -> restart(instance, balanced));
        changes.put("key_id", finish(operator));
        changes.put("hardware_id", finish(booting));
        oracle.add(finish(balanced));
        oracle.add(finish(stubborn));
      }
      requireNoFailure(deeds);

      pipeline.awaitDrained();

      oracle.checkTables(tables);
      oracle.checkTopics(topics, new AvroFiles());
      new StateItems(topics, new AvroFiles()).check(tables);
      requireAll(changes, "key_id", tables.scan("api_keys"));
      requireAll(changes, "hardware_id", tables.scan("devices"));
      assertThat(topics.read("devices.dead-letters")).isEmpty();
      int keys = tables.count("api_keys");
      System.out.printf(
          "rolling restart: %s stored=%d keys=%d %s%n", seed, oracle.size(), keys, deeds);
    }
  }

  private static void requireNoFailure(Deeds deeds) {
    assertThat(deeds.of(Deed.TERMINATED)).isEqualTo(6);
    assertThat(deeds.of(Deed.ANSWERS_4XX)).isZero();
    assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
    assertThat(deeds.of(Deed.TIMED_OUT)).isZero();
    assertThat(deeds.of(Deed.NO_ANSWER)).as("connections refused to the stubborn").isPositive();
  }

  /** What was answered to have been made is there. */
  private static void requireAll(
      Map<String, List<Delivery>> changes, String key, List<Map<String, Object>> items) {
    Set<Object> there = items.stream().map(item -> item.get(key)).collect(Collectors.toSet());
    assertThat(changes.getOrDefault(key, List.of()))
        .isNotEmpty()
        .allSatisfy(change -> assertThat(there).contains(change.json().get(key).asText()));
  }

  private static LoadGenerator sending(
      Deeds deeds, Fleet fleet, Supplier<URI> gateways, int connections) {
    return new LoadGenerator(
        deeds,
        gateways,
        () -> fleet.next().map(upload -> upload.triedAtMost(PATIENCE)),
        connections,
        Duration.ofMillis(100));
  }

  /** None may have failed. */
  private static List<Delivery> finish(LoadGenerator load) {
    List<Delivery> deliveries = load.finish();
    assertThat(deliveries).isNotEmpty();
    assertThat(deliveries).allSatisfy(delivery -> assertThat(delivery.status()).isEqualTo(200));
    return deliveries;
  }

  /** Asks for a change every now and then. */
  private static LoadGenerator changing(Deeds deeds, Balancer balancer, Supplier<Upload> changes) {
    return new LoadGenerator(
        deeds, balancer::next, () -> Optional.of(changes.get()), 1, Duration.ofMillis(400));
  }

  private static Upload creation() {
    return new Upload(DevicesApi.API_KEYS, DevicesApi.ADMIN, "{}", PATIENCE);
  }

  /** Registrations of one device after the other, none of them the fleet's. */
  private static Supplier<Upload> registrations(String key) {
    AtomicInteger count = new AtomicInteger();
    return () -> {
      String device = String.format("02:00:00:01:00:%02X", count.getAndIncrement() % 50);
      return new Upload(
          DevicesApi.REGISTER,
          Map.of("X-API-Key", key),
          Samples.registration(device, "rolling"),
          PATIENCE);
    };
  }

  /** Stops one and starts it anew in its place, and goes on when load has passed with it. */
  private static void restart(Instance instance, LoadGenerator load) {
    instance.stop();
    instance.launch();
    instance.awaitReady();
    load.awaitMore(40);
  }
}
