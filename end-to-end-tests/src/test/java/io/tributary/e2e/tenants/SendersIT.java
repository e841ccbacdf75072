package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.channel.SignedWebhooks;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Fields;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Senders as they really are: other workspaces, groups, hidden and changed numbers. */
@OnSharedPipeline
final class SendersIT {

  private static final String PHONE = "106540352240007";

  private final Bench bench;
  private final TenantsApi api;
  private final TenantsItems items;
  private final AvroFiles avro = new AvroFiles();
  private int messages;

  SendersIT(Bench bench) {
    this.bench = bench;
    this.api = new TenantsApi(bench.http(), bench.pipeline().http());
    this.items = new TenantsItems(bench.tables());
  }

  @Test
  void shouldTakeMessagesOfPartnersWorkspacesAndNoneOfSlackbot() throws Exception {
    String tenant = "slack-connect";
    api.tenant(tenant, "{}");
    api.claim(tenant, "slack", "T0CONNECT");
    api.deliver(
        SignedWebhooks.slack(
            ofPartner("EvC1", "&lt;@U7&gt; asks <@U8>: <https://a.example/?x=1&amp;y=2>")));
    api.deliver(
        SignedWebhooks.slack(ofPartner("EvC2", "remind").replace("\"U1\"", "\"USLACKBOT\"")));
    bench.pipeline().awaitDrained();

    assertThat(items.entries(tenant, "slack-C0SHARED"))
        .containsExactly("user: &lt;@U7> asks <@U8>: https://a.example/?x=1&y=2");
  }

  private static String ofPartner(String event, String text) {
    return TenantsSamples.slackBody("T0PARTNER", event, "C0SHARED", text)
        .replace(
            "\"event_id\"",
            "\"is_ext_shared_channel\":true,\"authorizations\":[{\"team_id\":\"T0CONNECT\"}],\"event_id\"");
  }

  @Test
  void shouldKnowWhatsappUsersByNumberAndIdAlsoInGroupsAndAfterAChange() throws Exception {
    String tenant = "hidden";
    api.tenant(tenant, "{}");
    api.claim(tenant, "whatsapp", PHONE);
    say("with number", "\"from\":\"31612345678\"");
    say("with both", "\"from\":\"31612345678\",\"from_user_id\":\"NL.7\"");
    say("with id", "\"from_user_id\":\"NL.7\"");
    say("in a group", "\"from_user_id\":\"NL.7\",\"group_id\":\"G7\"");
    String early =
        message(PHONE, "\"from\":\"31687654321\",\"from_user_id\":\"NL.9\"", "before the notice");
    api.deliver(SignedWebhooks.meta(early));
    meta(
        "\"from\":\"31612345678\",\"type\":\"system\",\"system\":{\"type\":\"user_changed_number\","
            + "\"body\":\"User A changed from 31612345678 to 31687654321\",\"wa_id\":\"31687654321\"}");
    api.deliver(SignedWebhooks.meta(early));
    say("with the new number", "\"from\":\"31687654321\",\"from_user_id\":\"NL.7\"");
    say("alone", "\"from\":\"31687654321\"");
    say("another with the old number", "\"from\":\"31612345678\",\"from_user_id\":\"NL.8\"");
    bench.pipeline().awaitDrained();

    assertThat(items.entries(tenant, "wa-" + PHONE + "-31612345678"))
        .containsExactly(
            "user: with number",
            "user: with both",
            "user: with id",
            "user: before the notice",
            "user: with the new number",
            "user: alone");
    assertThat(items.entries(tenant, "wa-" + PHONE + "-G7")).containsExactly("user: in a group");
    assertThat(items.entries(tenant, "wa-" + PHONE + "-NL.8"))
        .containsExactly("user: another with the old number");
    assertThat(senders(tenant))
        .hasSize(8)
        .contains(
            "with number: 31612345678 +31612345678 null",
            "with both: 31612345678 +31612345678 NL.7",
            "with id: NL.7 null NL.7");
  }

  @Test
  void shouldKnowUsersByEitherFormOfTheirNumberAndByTheirId() throws Exception {
    String tenant = "restricted";
    String phone = "106540352240008";
    api.tenant(tenant, "{\"whatsapp_restrict_to_users\":true}");
    api.claim(tenant, "whatsapp", phone);
    api.expect(
        200,
        TenantsApi.put(
            tenant,
            "/users/u",
            TenantsSamples.user("u@x.example", "{\"whatsapp\":\"+54 11 2345-6789\"}")));
    for (String sender :
        List.of(
            "\"from\":\"5491123456789\"",
            "\"from\":\"5491123456789\",\"from_user_id\":\"AR.9\"",
            "\"from_user_id\":\"AR.9\"",
            "\"from_user_id\":\"AR.10\"")) {
      api.deliver(SignedWebhooks.meta(message(phone, sender, "hello")));
    }
    bench.pipeline().awaitDrained();

    assertThat(items.entries(tenant, "wa-" + phone + "-5491123456789"))
        .containsExactly("user: hello", "user: hello", "user: hello");
    assertThat(items.conversation(tenant, "wa-" + phone + "-AR.10")).isEmpty();
  }

  private void say(String text, String sender) throws IOException {
    api.deliver(SignedWebhooks.meta(message(PHONE, sender, text)));
  }

  private String message(String phone, String sender, String text) {
    return body(phone, sender + ",\"type\":\"text\",\"text\":{\"body\":\"%s\"}".formatted(text));
  }

  private void meta(String message) throws IOException {
    api.deliver(SignedWebhooks.meta(body(PHONE, message)));
  }

  private String body(String phone, String message) {
    return """
        {"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":
        {"metadata":{"phone_number_id":"%s"},"messages":[{"id":"wamid.senders.%s.%d",
        "timestamp":"%d",%s}]}}]}]}"""
        .formatted(phone, phone, messages++, Instant.now().getEpochSecond(), message);
  }

  /** Text, id, number and user id of each message. */
  private List<String> senders(String tenant) {
    return bench.topics().read(TenantsFacts.MESSAGES).stream()
        .map(record -> avro.decode(record.raw().value()))
        .filter(message -> tenant.equals(Fields.text(message, "tenant_id")))
        .map(
            message ->
                "%s: %s %s %s"
                    .formatted(
                        message.get("text"),
                        message.get("sender_id"),
                        message.get("sender_number"),
                        message.get("sender_user_id")))
        .toList();
  }
}
