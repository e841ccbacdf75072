package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.Tables;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Replays bring back nothing that was removed meanwhile, or has expired since. */
@Tag("storm")
final class ReplayedRemovalsIT {

  private static final int SECONDS = 25;
  private static final int OTHERS = 60;
  private static final int REMOVED = 3;

  private static final String TABLE = "history";
  private static final String FLEETING = "fleeting";

  private final Workplace place = Workplace.named(ReplayedRemovalsIT.class.getSimpleName());
  private final WholePipeline pipeline =
      WholePipeline.start(
          place, place.launcher().with(Map.of("TRIBUTARY_HISTORY_TEMPORARY_TTL", "2s")));
  private final SampleTraffic traffic =
      new SampleTraffic(new HttpProbe(place.deeds()), pipeline.http());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final List<String> messages = new ArrayList<>();

  @AfterEach
  void end() {
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldBringBackNothingThatIsRemovedMeanwhile() throws Exception {
    traffic.tenant();
    // those that are removed come last, so that the replay has not come to them
    for (int i = 0; i < OTHERS; i++) {
      make("kept-" + i);
    }
    messages.clear();
    for (int i = 0; i < REMOVED; i++) {
      make("gone-" + i);
    }
    pipeline.awaitDrained();
    assertThat(removable()).hasSize(3 * REMOVED);
    Instant before = Instant.now();

    try (RunningProcess replay = pipeline.launcher().start("replay", slowReplay());
        Cluster cluster = new Cluster(pipeline.endpoints())) {
      Eventually.await("the replay to have begun")
          .until(() -> cluster.committed("tributary-replay-tables.plan") > 0);
      remove();
      Eventually.await("the sink to have removed them").until(() -> removable().isEmpty());
      assertThat(replay.isAlive()).as("replays while others remove").isTrue();
      assertThat(replay.awaitExit()).isZero();
    }
    assertThat(removable()).isEmpty();
    run("verify");

    run("replay", "run", "--name", "earlier", "--until", before.toString());
    assertThat(removable()).isEmpty();
    run("verify");
  }

  private void make(String name) throws IOException {
    traffic.user(name);
    traffic.reply(name, "reply-" + name);
    messages.add(traffic.publish("\"kind\":\"users\",\"uids\":[\"ada\"]"));
  }

  private void remove() throws IOException {
    for (int i = 0; i < REMOVED; i++) {
      traffic.removeUser("gone-" + i);
      traffic.clear("gone-" + i);
      traffic.redact(messages.get(i));
    }
  }

  /** Sort keys of the items that are to be removed, and are still there. */
  private Set<String> removable() {
    return Stream.of("tenants", "conversations", "inbox")
        .flatMap(table -> tables.whole(table).keySet().stream())
        .map(key -> key.get(1).toString())
        .filter(
            sk -> sk.contains("gone-") || messages.stream().anyMatch(id -> sk.equals("m#" + id)))
        .collect(Collectors.toSet());
  }

  /** Where items are as they should be, a write is refused, which takes one unit. */
  private List<String> slowReplay() {
    long records =
        run("replay", "plan", "--output", "json")
            .out()
            .lines()
            .map(Answer::parse)
            .filter(line -> line.has("minutes"))
            .mapToLong(sum -> sum.path("records").asLong())
            .sum();
    String limit = Long.toString(Math.max(1, records / SECONDS));
    return pipeline.endpoints().appendedTo("replay", "run", "--limit", limit);
  }

  @Test
  void shouldBringBackNothingOfWhatHasExpired() throws Exception {
    traffic.message(FLEETING, "m1");
    traffic.message(FLEETING, "m2");
    traffic.message("lasting", "m3");
    pipeline.awaitDrained();
    List<Map<String, AttributeValue>> older = itemsOf(FLEETING, TABLE);
    assertThat(older).as("two messages, and a thread twice").hasSize(4);
    traffic.makeTemporary(FLEETING);
    pipeline.awaitDrained();
    Eventually.await().until(() -> living(TABLE).stream().noneMatch(isOf(FLEETING)));

    planCountsDeletions();
    run("replay", "run", "--into", "empty-", "--name", "empty", "--tables", TABLE);
    assertThat(all("empty-" + TABLE))
        .containsExactlyInAnyOrderElementsOf(itemsOf("lasting", TABLE));

    older.forEach(this::putBack);
    run("replay", "run", "--tables", TABLE);
    assertThat(living(TABLE)).containsExactlyInAnyOrderElementsOf(itemsOf("lasting", TABLE));

    older.forEach(this::putBack);
    Completed found = run(3, "verify", "--tables", TABLE);
    assertThat(found.out().lines().filter(line -> line.startsWith("extra history "))).hasSize(4);
    run("verify", "--tables", TABLE, "--repair");
    assertThat(living(TABLE)).containsExactlyInAnyOrderElementsOf(itemsOf("lasting", TABLE));
    run("verify", "--tables", TABLE);
  }

  /** Three puts of messages take two units each, the index being one, two deletions one each. */
  private void planCountsDeletions() {
    JsonNode messages =
        run("replay", "plan", "--tables", TABLE, "--output", "json")
            .out()
            .lines()
            .map(Answer::parse)
            .filter(line -> line.path("topic").asText().equals("history.messages"))
            .findFirst()
            .orElseThrow();
    assertThat(messages.path("write_units").asLong())
        .isEqualTo(Math.round(messages.path("records").asLong() * (3 * 2 + 2) / 5.0));
  }

  private void putBack(Map<String, AttributeValue> item) {
    tables.client().putItem(request -> request.tableName(TABLE).item(item));
  }

  private List<Map<String, AttributeValue>> all(String table) {
    return tables
        .client()
        .scanPaginator(request -> request.tableName(table).consistentRead(true))
        .items()
        .stream()
        .toList();
  }

  /** What DynamoDB does not remove any more. */
  private List<Map<String, AttributeValue>> living(String table) {
    long now = Instant.now().getEpochSecond();
    return all(table).stream()
        .filter(item -> Long.parseLong(Objects.requireNonNull(item.get("ExpiryTime")).n()) > now)
        .toList();
  }

  private List<Map<String, AttributeValue>> itemsOf(String thread, String table) {
    return all(table).stream().filter(isOf(thread)).toList();
  }

  private static Predicate<Map<String, AttributeValue>> isOf(String thread) {
    return item ->
        Objects.requireNonNull(item.get("PK")).s().endsWith('#' + thread)
            || Objects.requireNonNull(item.get("SK")).s().endsWith('#' + thread);
  }

  private Completed run(String... command) {
    return run(0, command);
  }

  private Completed run(int exitCode, String... command) {
    Completed done = pipeline.launcher().run(pipeline.endpoints().appendedTo(command));
    assertThat(done.exitCode()).as(done.command() + done.out() + done.err()).isEqualTo(exitCode);
    return done;
  }
}
