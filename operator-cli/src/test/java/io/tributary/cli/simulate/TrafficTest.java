package io.tributary.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Call;
import io.tributary.cli.client.ProviderAccount;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.Family;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a simulation sends, if all of it is accepted. */
class TrafficTest {

  private static final int TURNS = 1500;
  private static final Settings TOKENS =
      Settings.of(Map.of("admin.token", "fake-admin", "service.token", "fake-service"));
  private static final List<ProviderAccount> ACCOUNTS =
      List.of(
          ProviderAccount.of(ProviderAccount.SLACK, "main", "fake-slack"),
          ProviderAccount.of(ProviderAccount.META, "main", "fake-meta"),
          new ProviderAccount(
              ProviderAccount.TWILIO_WHATSAPP,
              "main",
              new Secret("fake-twilio"),
              Optional.of("https://ingest.example.com"),
              Optional.empty()));

  @ParameterizedTest
  @EnumSource(Family.class)
  void shouldSendTheSameForTheSameSeed(Family family) {
    List<String> first = sent(family, 7, run("0123456789ab"));

    assertThat(sent(family, 7, run("0123456789ab"))).isEqualTo(first);
    assertThat(sent(family, 8, run("0123456789ab"))).isNotEqualTo(first);
  }

  @ParameterizedTest
  @EnumSource(value = Family.class, mode = EnumSource.Mode.EXCLUDE, names = "HISTORY")
  void shouldRepeatSome(Family family) {
    List<String> sent = sent(family, 7, run("0123456789ab"));

    long repeats = sent.size() - sent.stream().distinct().count();
    assertThat(repeats).isBetween(sent.size() / 20L, sent.size() / 3L);
  }

  @Test
  void shouldSendInBurstsWhatDevicesHaveGathered() {
    Traffics traffics = traffics(Set.of(Family.DEVICES), 7, run("0123456789ab"));
    List<Integer> sizes = new ArrayList<>();
    for (int turn = 0; turn < TURNS; turn++) {
      List<Action> actions = traffics.turn();
      sizes.add(actions.size());
      if (actions.size() > 1) {
        assertThat(actions).extracting(Action::sender).containsOnly(actions.get(0).sender());
      }
    }

    assertThat(sizes).contains(0, 1, 5);
    assertThat(sizes.stream().mapToInt(size -> size).sum()).isCloseTo(TURNS, within(TURNS / 10));
  }

  /** What was accepted is expected, and each partition once. */
  @Test
  void shouldExpectWhatWasAccepted() throws InterruptedException {
    Traffics traffics = traffics(Set.of(Family.DEVICES), 7, run("0123456789ab"));
    for (int turn = 0; turn < TURNS; turn++) {
      traffics.turn().forEach(TrafficTest::accept);
    }
    Map<String, Integer> items = new HashMap<>();
    for (Partition partition : expected(traffics)) {
      items.merge(partition.table(), partition.wanted().given(Map.of()).size(), Integer::sum);
    }

    assertThat(items).containsEntry("devices", 24).containsEntry("api_keys", 1);
    assertThat(items.get("device_readings"))
        .isEqualTo(items.get("processed_batches"))
        .isGreaterThan(TURNS);
  }

  @Test
  void shouldLeaveOutWhoseTrafficWasLost() throws InterruptedException {
    Traffics traffics = traffics(Set.of(Family.DEVICES), 7, run("0123456789ab"));
    for (int turn = 0; turn < TURNS; turn++) {
      traffics.turn().forEach(TrafficTest::accept);
    }
    Stream.generate(traffics::turn).flatMap(List::stream).findFirst().orElseThrow().lost().run();

    assertThat(traffics.all().get(0).unknown()).isEqualTo(1);
    assertThat(expected(traffics))
        .filteredOn(partition -> partition.table().equals("devices"))
        .hasSize(23);
  }

  private static List<Partition> expected(Traffics traffics) throws InterruptedException {
    List<Partition> all = new ArrayList<>();
    for (Traffic traffic : traffics.all()) {
      all.addAll(traffic.expected((table, key, value) -> List.of()));
    }
    return all;
  }

  private static List<String> sent(Family family, long seed, Run run) {
    return sent(Set.of(family), seed, run, TURNS);
  }

  private static List<String> sent(Set<Family> families, long seed, Run run, int turns) {
    Traffics traffics = traffics(families, seed, run);
    List<String> sent = new ArrayList<>();
    for (int turn = 0; turn < turns; turn++) {
      for (Action action : traffics.turn()) {
        Optional<Call> call = accept(action);
        call.ifPresent(made -> sent.add(action.family().label() + ' ' + text(made)));
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

  private static Traffics traffics(Set<Family> families, long seed, Run run) {
    Plan plan =
        new Plan(URI.create("http://127.0.0.1:1"), families, 1, Duration.ofSeconds(1), seed, 1);
    return Traffics.of(plan, run, TOKENS, ACCOUNTS);
  }
}
