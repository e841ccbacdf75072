package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.tenants.TenantFacts.claim;
import static io.tributary.processors.tenants.TenantFacts.noTenant;
import static io.tributary.processors.tenants.TenantFacts.noUser;
import static io.tributary.processors.tenants.TenantFacts.release;
import static io.tributary.processors.tenants.TenantFacts.tenant;
import static io.tributary.processors.tenants.TenantFacts.user;
import static io.tributary.schemas.topic.TenantsTopics.CHANNELS;
import static io.tributary.schemas.topic.TenantsTopics.COMMANDS;
import static io.tributary.schemas.topic.TenantsTopics.DEAD_LETTERS;
import static io.tributary.schemas.topic.TenantsTopics.OUTCOMES;
import static io.tributary.schemas.topic.TenantsTopics.TENANTS;
import static io.tributary.schemas.topic.TenantsTopics.USERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantUser;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.processors.tenants.TenantFacts;
import io.tributary.schemas.key.tenants.TenantsSubject;
import io.tributary.schemas.topic.Family;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class TenantCommandsTest {

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.TENANTS);
  private int commands;

  @Test
  void shouldMakeATenantAndSayItsOutcome() {
    send(tenant("acme", "Acme"));

    assertThat(topology.values(TENANTS))
        .extracting(Tenant::toString)
        .containsExactly(
            "{\"tenant_id\": \"acme\", \"name\": \"Acme\", \"status\": \"active\", \"settings_json\":"
                + " \"{\\\"enabled_channels\\\":[\\\"teams\\\"]}\", \"created_at_ms\": 1772323200000,"
                + " \"removed_at_ms\": null, \"rev\": 1177232320000}");
    assertThat(topology.values(OUTCOMES))
        .extracting(CommandOutcome::toString)
        .containsExactly(
            "{\"command_id\": \"command-0\", \"subject\": \"TENANT#acme#META\", \"decision\":"
                + " \"applied\", \"code\": null, \"rev\": 1177232320000, \"result\": null}");
  }

  @Test
  void shouldLetTheFirstClaimOfAChannelWin() {
    send(
        tenant("acme", "Acme"),
        tenant("umbrella", "Umbrella"),
        claim("acme", "teams", "app-1"),
        claim("umbrella", "teams", "app-1"),
        claim("acme", "teams", "app-1"),
        claim("umbrella", "slack", "app-1"));

    assertOutcomes(
        "applied 1177232320000",
        "applied 1177232320000",
        "applied 1177232320000",
        "rejected CHANNEL_CLAIMED",
        "applied 1177232320000",
        "applied 1177232320000");
    assertThat(topology.keys(CHANNELS))
        .containsExactly("TENANT#acme#CHANNEL#teams#app-1", "TENANT#umbrella#CHANNEL#slack#app-1");
  }

  @Test
  void shouldRemoveATenantWithHundredsOfUsersAtOnceAndSayItAgain() {
    send(tenant("acme", "Acme"));
    for (int i = 0; i < 300; i++) {
      send(user("acme", "u-" + i, "a@example.com"));
    }
    assertThat(topology.records(USERS)).hasSize(300);
    topology.records(OUTCOMES);

    send(noTenant("acme"));

    assertThat(topology.values(USERS))
        .hasSize(300)
        .allSatisfy(gone -> assertThat(gone.getRemovedAtMs()).isNotNull());
    assertOutcomes("applied 1177232320001");
    topology.advance(Duration.ofSeconds(5));
    assertThat(topology.records(USERS)).isEmpty();
    topology.advance(Duration.ofSeconds(65));
    assertThat(topology.values(USERS))
        .hasSize(300)
        .allSatisfy(gone -> assertThat(gone.getRemovedAtMs()).isNotNull());
  }

  @Test
  void shouldRefuseToRemoveMoreThanOneTransactionTakesAndChangeNothing() {
    send(tenant("acme", "Acme"));
    for (int i = 0; i <= 10_000; i++) {
      send(user("acme", "u-" + i, "a@example.com"));
    }
    topology.records(USERS);
    topology.records(TENANTS);
    topology.records(OUTCOMES);
    send(noTenant("acme"));
    assertOutcomes("rejected LIMIT_EXCEEDED");
    assertThat(topology.codes(DEAD_LETTERS)).isEmpty();
    assertThat(topology.records(USERS)).isEmpty();
    assertThat(topology.records(TENANTS)).isEmpty();

    send(noUser("acme", "u-0"));
    topology.records(USERS);
    send(noTenant("acme"));
    assertOutcomes("applied 1177232320001", "applied 1177232320001");
    assertThat(topology.records(USERS)).hasSize(10_000);
    assertThat(topology.records(TENANTS)).hasSize(1);
  }

  @Test
  void shouldWriteRemovalsOnceMoreUnlessTheyWereUndone() {
    send(
        tenant("acme", "Acme"),
        user("acme", "u-1", "a@example.com"),
        user("acme", "u-2", "b@example.com"),
        claim("acme", "teams", "app-1"),
        noUser("acme", "u-1"),
        noUser("acme", "u-2"),
        release("acme", "teams", "app-1"),
        user("acme", "u-2", "b@example.com"));
    topology.advance(Duration.ofSeconds(5));
    topology.records(USERS);
    topology.records(CHANNELS);

    topology.advance(Duration.ofSeconds(55));
    assertThat(topology.records(USERS)).isEmpty();
    topology.advance(Duration.ofSeconds(5));
    assertUsers("acme u-1 gone 1177232320001");
    assertChannels("acme teams app-1 gone 1177232320001");
    topology.advance(Duration.ofMinutes(5));
    assertThat(topology.records(USERS)).isEmpty();
  }

  @Test
  void shouldForgetRemovedStatesAfterThirtyDaysAndADay() {
    send(tenant("acme", "Acme"), user("acme", "u-1", "a@example.com"), noUser("acme", "u-1"));
    topology.advance(Duration.ofSeconds(5));
    topology.advance(Duration.ofSeconds(65));
    topology.records(USERS);
    topology.advance(Duration.ofDays(31));
    send(START.plus(Duration.ofDays(31)).minusSeconds(1), tenant("other", "Other"));
    topology.advance(Duration.ofSeconds(5));
    assertThat(topology.records(USERS)).isEmpty();

    send(START.plus(Duration.ofDays(31)), tenant("other", "Another"));
    topology.advance(Duration.ofSeconds(5));
    List<TestRecord<byte[], byte[]>> forgotten = topology.records(USERS);
    assertThat(forgotten).hasSize(1);
    assertThat(forgotten.get(0).value()).isNull();
    assertThat(new String(forgotten.get(0).key(), StandardCharsets.UTF_8))
        .isEqualTo("TENANT#acme#USER#u-1");
    assertThat(topology.stored("tenants.users-state")).isEmpty();
    assertThat(topology.stored("tenants.tenants-state")).hasSize(2);
  }

  private void send(SpecificRecordBase... changes) {
    for (SpecificRecordBase change : changes) {
      send(START, change);
    }
  }

  private void send(Instant at, SpecificRecordBase change) {
    TenantsCommand command = command(at, change);
    topology.send(COMMANDS, TenantsSubject.of(command), command);
  }

  private TenantsCommand command(Instant at, SpecificRecordBase change) {
    return TenantFacts.command("command-" + commands++, at, change);
  }

  private List<String> outcomes() {
    return topology.values(OUTCOMES).stream()
        .map(
            outcome ->
                outcome.getDecision()
                    + " "
                    + (outcome.getCode() == null ? outcome.getRev() : outcome.getCode()))
        .toList();
  }

  private void assertOutcomes(String... outcomes) {
    assertThat(outcomes()).containsExactly(outcomes);
  }

  private void assertUsers(String... lines) {
    assertThat(topology.values(USERS)).extracting(TenantCommandsTest::line).containsExactly(lines);
  }

  private void assertChannels(String... lines) {
    assertThat(topology.values(CHANNELS))
        .extracting(TenantCommandsTest::line)
        .containsExactly(lines);
  }

  private static String line(TenantUser user) {
    return String.join(
        " ",
        user.getTenantId(),
        user.getUserId(),
        user.getRemovedAtMs() == null ? user.getDetails().getEmail() : "gone",
        user.getRev() + "");
  }

  private static String line(ChannelMapping mapping) {
    return String.join(
        " ",
        mapping.getTenantId(),
        mapping.getChannelType(),
        mapping.getChannelId(),
        mapping.getRemovedAtMs() == null ? "there" : "gone",
        mapping.getRev() + "");
  }
}
