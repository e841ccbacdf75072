package io.tributary.traffic.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelClaim;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.ChannelRelease;
import io.tributary.avro.tenants.TenantDeletion;
import io.tributary.avro.tenants.TenantPut;
import io.tributary.avro.tenants.TenantStatus;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.avro.tenants.UserDetails;
import io.tributary.avro.tenants.UserPut;
import io.tributary.avro.tenants.UserRole;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.Request;
import io.tributary.traffic.check.Tally;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

/** Stamps of one channel's webhooks by the commands around them; times are epoch milliseconds. */
final class AdmissionCheckTest {

  private static final List<String> STAMPS =
      List.of(
          "- NO_TENANT_MAPPING",
          "a ADMITTED",
          "a TENANT_INACTIVE",
          "a CHANNEL_NOT_ALLOWED",
          "a SENDER_NOT_AUTHORIZED",
          "b ADMITTED",
          "b TENANT_INACTIVE");

  private final ControlFold control = new ControlFold(new Tally());
  private final List<Delivery> deliveries = new ArrayList<>();
  private int count;

  @Test
  void shouldTakeTheStampThatWasInForce() {
    command(1_000, 1_100, tenant("a", TenantStatus.ACTIVE, "{}"));
    command(2_000, 2_100, claim("a"));
    command(10_000, 10_100, tenant("a", TenantStatus.SUSPENDED, "{}"));
    command(
        20_000, 20_100, tenant("a", TenantStatus.ONBOARDING, "{\"enabled_channels\":[\"teams\"]}"));
    command(30_000, 30_100, new TenantDeletion("a"));

    requireOnly(1_500, 1_500, "- NO_TENANT_MAPPING");
    requireOnly(5_000, 5_000, "a ADMITTED");
    requireOnly(15_000, 15_000, "a TENANT_INACTIVE");
    requireOnly(25_000, 25_000, "a CHANNEL_NOT_ALLOWED");
    requireOnly(35_000, 35_000, "- NO_TENANT_MAPPING");
    // another gateway may admit by what was in force two seconds ago, and refuse by nothing older
    requireOnly(11_500, 11_500, "a TENANT_INACTIVE", "a ADMITTED");
    requireOnly(12_200, 12_200, "a TENANT_INACTIVE");
  }

  @Test
  void shouldTakeEitherStampWhileACommandIsUnderWay() {
    command(1_000, 1_100, tenant("a", TenantStatus.ACTIVE, "{}"));
    command(1_000, 1_100, tenant("b", TenantStatus.ACTIVE, "{}"));
    command(2_000, 2_100, claim("a"));
    command(10_000, 10_100, new ChannelRelease("a", "whatsapp", "1"));
    command(20_000, Long.MAX_VALUE, claim("b"));

    requireOnly(10_050, 10_050, "a ADMITTED", "- NO_TENANT_MAPPING");
    requireOnly(9_000, 10_000, "a ADMITTED", "- NO_TENANT_MAPPING");
    requireOnly(19_000, 19_000, "- NO_TENANT_MAPPING");
    requireOnly(29_000, 29_000, "- NO_TENANT_MAPPING", "b ADMITTED");
  }

  @Test
  void shouldKnowUsersByTheirNumbers() {
    command(
        1_000, 1_100, tenant("a", TenantStatus.ACTIVE, "{\"whatsapp_restrict_to_users\":true}"));
    command(2_000, 2_100, claim("a"));
    command(10_000, 10_100, user("+44 7700 900123"));

    requireOnly(5_000, 5_000, "a SENDER_NOT_AUTHORIZED");
    requireOnly(10_050, 10_050, "a SENDER_NOT_AUTHORIZED", "a ADMITTED");
    requireOnly(15_000, 15_000, "a ADMITTED");
  }

  /** The answer is to another attempt of the same request, whose command came first. */
  @Test
  void shouldNotTakeALateAttemptForAnswered() {
    command(1_000, 1_100, tenant("a", TenantStatus.ACTIVE, "{}"));
    command(2_000, 2_100, claim("a"));
    command(10_000, 10_100, tenant("a", TenantStatus.SUSPENDED, "{}"));
    command(20_000, 20_100, tenant("a", TenantStatus.ACTIVE, "{}"));
    apply("r3", tenant("a", TenantStatus.SUSPENDED, "{}"));

    requireOnly(15_000, 15_000, "a TENANT_INACTIVE");
    requireOnly(25_000, 25_000, "a ADMITTED", "a TENANT_INACTIVE");
  }

  /** One of the facts was stamped before the answer, the others may have been behind it. */
  @Test
  void shouldAskOneOfSeveralAttemptsToBeInTime() {
    command(1_000, 1_100, tenant("a", TenantStatus.ACTIVE, "{}"));
    command(2_000, 2_100, claim("a"));
    command(10_000, 10_100, tenant("a", TenantStatus.SUSPENDED, "{}"));
    deliver("w", 5_000, 5_100);
    ChannelEvent admitted = webhook("w", "a ADMITTED");
    ChannelEvent inactive = webhook("w", "a TENANT_INACTIVE");

    assertThat(violations(admitted, inactive)).isEmpty();
    assertThat(violations(inactive, webhook("w", "a TENANT_INACTIVE"))).hasSize(1);
    assertThat(violations(admitted, webhook("w", "b ADMITTED"))).hasSize(1);
  }

  @Test
  void shouldLeaveOutWhatNoDeliveryTellsOf() {
    command(1_000, 1_100, tenant("a", TenantStatus.ACTIVE, "{}"));
    assertThat(violations(webhook("other", "b ADMITTED"))).isEmpty();
    apply("other", tenant("a", TenantStatus.SUSPENDED, "{}"));
    apply("other", claim("a"));
    requireOnly(5_000, 5_000, "- NO_TENANT_MAPPING", "a ADMITTED", "a TENANT_INACTIVE");
  }

  /** Of all stamps on a webhook that is under way in that time, these are right. */
  private void requireOnly(long from, long to, String... right) {
    String request = "w" + ++count;
    deliver(request, from, to);
    assertThat(STAMPS.stream().filter(stamp -> violations(webhook(request, stamp)).isEmpty()))
        .as("from %d to %d", from, to)
        .containsExactlyInAnyOrder(right);
  }

  private List<String> violations(ChannelEvent... webhooks) {
    return new AdmissionCheck(control.terms(), deliveries).check(List.of(webhooks)).violations();
  }

  private ChannelEvent webhook(String request, String stamp) {
    String[] words = stamp.split(" ", -1);
    return ChannelEvent.newBuilder()
        .setEnvelope(envelope(request))
        .setProvider("meta")
        .setAccount("main")
        .setChannelType("whatsapp")
        .setChannelId("1")
        .setConversationId("wa-1-447700900123")
        .setEventId("e")
        .setTenantId(words[0].equals("-") ? null : words[0])
        .setAdmission(Admission.valueOf(words[1]))
        .setRaw(ByteBuffer.allocate(0))
        .build();
  }

  /** A command of a request of its own, such as {@code r1}. */
  private void command(long sent, long answered, SpecificRecordBase change) {
    String request = "r" + control.terms().size();
    deliver(request, sent, answered);
    apply(request, change);
  }

  private void apply(String request, SpecificRecordBase change) {
    control.apply(new TenantsCommand(envelope(request), change));
  }

  private void deliver(String id, long sent, long answered) {
    Request request = new Request("PUT", "/", Map.of("X-Request-Id", id), "", 60);
    boolean open = answered == Long.MAX_VALUE;
    deliveries.add(
        new Delivery(
            request,
            open ? 0 : 200,
            "",
            Instant.ofEpochMilli(sent),
            Instant.ofEpochMilli(open ? sent : answered - 1)));
  }

  private FactEnvelope envelope(String request) {
    return new FactEnvelope("f" + ++count, 0L, request, "test", "0");
  }

  private static TenantPut tenant(String id, TenantStatus status, String settings) {
    return new TenantPut(id, "Some", status, settings);
  }

  private static ChannelClaim claim(String tenant) {
    return new ChannelClaim(tenant, "whatsapp", "1");
  }

  private static UserPut user(String number) {
    return new UserPut(
        "a",
        UserDetails.newBuilder()
            .setUserId("u")
            .setEmail("u@x.example")
            .setDisplayName("U")
            .setRole(UserRole.MEMBER)
            .setChannelIdentities("{\"whatsapp\":\"" + number + "\"}")
            .build());
  }
}
