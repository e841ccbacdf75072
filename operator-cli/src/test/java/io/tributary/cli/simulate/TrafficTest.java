package io.tributary.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.requests.Call;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a simulation sends, if all of it is accepted. */
class TrafficTest {

  private static final int ITERATIONS = 1500;
  private static final String ACCOUNTS =
      """
      {"accounts":[{"provider":"slack","account":"main","secrets":["fake-slack"]},
        {"provider":"meta","account":"main","secrets":["fake-meta"]},
        {"provider":"twilio-whatsapp","account":"main","secrets":["fake-twilio"],
         "public_url":"https://ingest.example.com"}]}
      """;

  private final Path accounts;

  TrafficTest(@TempDir Path folder) throws IOException {
    accounts = Files.writeString(folder.resolve("accounts.json"), ACCOUNTS);
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void shouldSendTheSameForTheSameSeed(Family family) {
    List<String> first = sent(family, 7, run("0123456789ab"));

    assertThat(sent(family, 7, run("0123456789ab"))).isEqualTo(first);
    assertThat(sent(family, 8, run("0123456789ab"))).isNotEqualTo(first);
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void shouldRepeatSome(Family family) {
    List<String> sent = sent(family, 7, run("0123456789ab"));

    long repeats = sent.size() - sent.stream().distinct().count();
    assertThat(repeats).isBetween(sent.size() / 20L, sent.size() / 3L);
  }

  @Test
  void shouldSendGatheredReadingsInBursts() {
    Simulation traffic = simulation(Set.of(Family.DEVICES), 7, run("0123456789ab"));
    List<Integer> sizes = new ArrayList<>();
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      List<Action> actions = traffic.iteration();
      sizes.add(actions.size());
      if (actions.size() > 1) {
        assertThat(actions).extracting(Action::sender).containsOnly(actions.get(0).sender());
      }
    }

    assertThat(sizes).contains(1, 5);
  }

  /** What was accepted is expected, and each partition once. */
  @Test
  void shouldExpectAcceptedEvents() {
    Simulation traffic = simulation(Set.of(Family.DEVICES), 7, run("0123456789ab"));
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      traffic.iteration().forEach(TrafficTest::accept);
    }
    Map<String, Integer> items = new HashMap<>();
    for (Partition partition : expected(traffic)) {
      items.merge(partition.table(), partition.expected().apply(Map.of()).size(), Integer::sum);
    }

    assertThat(items).containsEntry("devices", 24).containsEntry("api_keys", 1);
    assertThat(items.get("device_readings"))
        .isEqualTo(items.get("processed_batches"))
        .isGreaterThan(ITERATIONS);
  }

  /** Ctrl-C drops planned requests. */
  @ParameterizedTest
  @EnumSource(Family.class)
  void shouldExpectNothingOfRequestsThatWereNotSent(Family family) {
    Simulation traffic = simulation(Set.of(family), 7, run("0123456789ab"));
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      traffic.iteration();
    }

    assertThat(expected(traffic))
        .filteredOn(partition -> !Set.of("api_keys", "tenants").contains(partition.table()))
        .allSatisfy(partition -> assertThat(partition.expected().apply(Map.of())).isEmpty());
  }

  @Test
  void shouldCountLostRequestsByFamily() {
    Simulation traffic = simulation(Set.of(Family.DEVICES), 7, run("0123456789ab"));
    traffic.iteration().get(0).lost().run();

    assertThat(traffic.lost()).containsExactly(Map.entry("devices", 1L));
  }

  private static List<Partition> expected(Simulation simulation) {
    List<Partition> all = new ArrayList<>();
    simulation.traffics().forEach(traffic -> all.addAll(traffic.expected()));
    return all;
  }

  private List<String> sent(Family family, long seed, Run run) {
    Simulation traffic = simulation(Set.of(family), seed, run);
    List<String> sent = new ArrayList<>();
    for (int iteration = 0; iteration < ITERATIONS; iteration++) {
      for (Action action : traffic.iteration()) {
        accept(action).ifPresent(call -> sent.add(text(call)));
      }
    }
    return sent;
  }

  private static Optional<Call> accept(Action action) {
    Optional<Call> call = action.call().get();
    if (call.isPresent()) {
      ObjectNode answer = Run.object().put("confirmation_id", "c");
      // ids are numbered by family, so that others change nothing
      if (call.get().path().endsWith("/DEFAULT/messages")) {
        answer.put("id", "id-" + call.get().headers().get("Idempotency-Key"));
      }
      action.accepted().accept(answer);
    }
    return call;
  }

  private static String text(Call call) {
    return call.method() + ' ' + call.path() + ' ' + call.body();
  }

  private static Run run(String id) {
    Instant start = Instant.parse("2026-01-01T00:00:00Z");
    return new Run(id, start, () -> start, 1);
  }

  private Simulation simulation(Set<Family> families, long seed, Run run) {
    Plan plan =
        new Plan(URI.create("http://127.0.0.1:1"), families, 1, Duration.ofSeconds(1), seed, 1);
    Settings settings =
        Settings.of(
            Map.of(
                "admin.token", "fake-admin",
                "service.token", "fake-service",
                "secrets.file", accounts.toString()));
    return new Simulation(plan, settings, RuntimeContext.system(), run);
  }
}
