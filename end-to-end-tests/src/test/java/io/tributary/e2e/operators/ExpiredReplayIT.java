package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.Tables;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that were to live long when they came, and whose time is over since. */
@Tag("storm")
final class ExpiredReplayIT {

  private static final String TABLE = "history";
  private static final String FLEETING = "fleeting";

  private final Workplace place = Workplace.named(ExpiredReplayIT.class.getSimpleName());
  private final WholePipeline pipeline =
      WholePipeline.start(
          place, place.launcher().with(Map.of("TRIBUTARY_HISTORY_TEMPORARY_TTL", "2s")));
  private final SampleTraffic traffic =
      new SampleTraffic(new HttpProbe(place.deeds()), pipeline.http());
  private final Tables tables = new Tables(pipeline.endpoints());

  @AfterEach
  void end() {
    tables.close();
    pipeline.close();
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
    run(0, "replay", "run", "--into", "empty-", "--name", "empty", "--tables", TABLE);
    assertThat(all("empty-" + TABLE))
        .containsExactlyInAnyOrderElementsOf(itemsOf("lasting", TABLE));

    older.forEach(this::putBack);
    run(0, "replay", "run", "--tables", TABLE);
    assertThat(living(TABLE)).containsExactlyInAnyOrderElementsOf(itemsOf("lasting", TABLE));

    older.forEach(this::putBack);
    Completed found = run(3, "verify", "--tables", TABLE);
    assertThat(found.out().lines().filter(line -> line.startsWith("extra history "))).hasSize(4);
    run(0, "verify", "--tables", TABLE, "--repair");
    assertThat(living(TABLE)).containsExactlyInAnyOrderElementsOf(itemsOf("lasting", TABLE));
    run(0, "verify", "--tables", TABLE);
  }

  /** Three puts of messages take two units each, the index being one, two deletions one each. */
  private void planCountsDeletions() {
    JsonNode messages =
        run(0, "replay", "plan", "--tables", TABLE, "--output", "json")
            .out()
            .lines()
            .map(Answer::parse)
            .filter(line -> line.path("topic").asText().equals("history.messages"))
            .findFirst()
            .orElseThrow();
    assertThat(messages.path("write_units").asLong())
        .isEqualTo(Math.round(messages.path("records").asLong() * (3 * 2 + 2) / 5.0));
  }

  private Completed run(int exitCode, String... command) {
    Completed done = pipeline.launcher().run(pipeline.endpoints().appendedTo(command));
    System.out.println(String.join(" ", command) + ":\n" + done.out());
    assertThat(done.exitCode()).as(done.command() + done.out() + done.err()).isEqualTo(exitCode);
    return done;
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
}
