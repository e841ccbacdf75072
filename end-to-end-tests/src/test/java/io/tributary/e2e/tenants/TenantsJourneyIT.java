package io.tributary.e2e.tenants;

import static io.tributary.harness.store.Fields.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.channel.BotFramework;
import io.tributary.harness.channel.SignedWebhooks;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.ChannelAccounts;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.PlainJson;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/** Tenants, webhooks of every provider, replies and clears, from request to item. */
@OnSharedPipeline
final class TenantsJourneyIT {

  private static final String APP = "33333333-3333-4333-8333-333333333333";
  private static final String SERVICE_URL = "https://smba.trafficmanager.net/emea/";

  private static final String SETTINGS =
      """
      {"ai_provider":"bedrock","ai_model":"claude-sonnet-4-5-20250929",
       "system_prompt_override":"","max_tokens_per_message":4096,
       "enabled_channels":["dashboard"],"enabled_skills":["sprint_status"],"custom_skills":[],
       "messages_per_day":1000,"max_conversation_history":20,"nobody_knows":{"this":[1.50,null]}}
      """;

  private static final String USER =
      """
      {"email":"admin@outlocks.example","display_name":"The Admin","role":"admin",
       "channel_identities":{"teams":"aad-id","slack":"U12345"},"preferences":{"tone":"dry"},
       "memory_summary":"likes charts","memory_updated_at":"2026-02-21T14:30:00Z"}
      """;

  private final Bench bench;
  private final TenantsApi api;
  private final TenantsItems items;
  private final AvroFiles avro = new AvroFiles();
  private final TenantsFacts facts;

  TenantsJourneyIT(Bench bench) {
    this.bench = bench;
    this.api = new TenantsApi(bench.http(), bench.pipeline().http());
    this.items = new TenantsItems(bench.tables());
    this.facts = new TenantsFacts(bench.topics(), avro);
  }

  @Test
  void shouldStoreTheDocumentedItemsOfATenantAttributeForAttribute() throws Exception {
    long before = Instant.now().getEpochSecond();
    String answer =
        api.expect(
            200,
            TenantsApi.put(
                "outlocks",
                "",
                "{\"name\":\"Outlocks\",\"status\":\"onboarding\",\"settings\":" + SETTINGS + "}"));
    String user = api.expect(200, TenantsApi.put("outlocks", "/users/admin", USER));
    assertThat(api.claim("outlocks", "teams", "28:Azure-Bot-App-Id"))
        .isEqualTo(
            Answer.parse(
                "{\"tenant_id\":\"outlocks\",\"channel_type\":\"teams\",\"channel_id\":\"azure-bot-app-id\"}"));
    bench.pipeline().awaitDrained();

    Map<String, Object> meta = items.tenant("outlocks", "META").orElseThrow();
    String createdAt = TenantsItems.text(meta, "created_at");
    assertThat(createdAt).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    assertThat(Instant.parse(createdAt).getEpochSecond())
        .isBetween(before, Instant.now().getEpochSecond());
    assertThat(meta)
        .containsOnlyKeys("pk", "sk", "tenant_id", "name", "status", "created_at", "settings");
    assertThat(meta)
        .containsEntry("pk", "TENANT#outlocks")
        .containsEntry("sk", "META")
        .containsEntry("tenant_id", "outlocks")
        .containsEntry("name", "Outlocks")
        .containsEntry("status", "onboarding");
    assertThat(PlainJson.of(TenantsItems.text(meta, "settings"))).isEqualTo(PlainJson.of(SETTINGS));
    assertThat(PlainJson.object(answer))
        .isEqualTo(
            PlainJson.object(
                "{\"tenant_id\":\"outlocks\",\"name\":\"Outlocks\",\"status\":\"onboarding\",\"created_at\":\"%s\",\"settings\":%s}"
                    .formatted(createdAt, SETTINGS)));
    assertThat(PlainJson.object(user))
        .isEqualTo(PlainJson.object(USER.replaceFirst("\\{", "{\"user_id\":\"admin\",")));
    assertTheUserAndTheChannel();
  }

  private void assertTheUserAndTheChannel() {
    assertThat(items.tenant("outlocks", "USER#admin"))
        .hasValue(
            PlainJson.object(
                """
                {"pk":"TENANT#outlocks","sk":"USER#admin","user_id":"admin",
                 "email":"admin@outlocks.example","display_name":"The Admin","role":"admin",
                 "channel_identities":"{\\"teams\\":\\"aad-id\\",\\"slack\\":\\"U12345\\"}",
                 "preferences":"{\\"tone\\":\\"dry\\"}","memory_summary":"likes charts",
                 "memory_updated_at":"2026-02-21T14:30:00Z"}
                """));
    assertThat(items.tenant("outlocks", "CHANNEL#teams#azure-bot-app-id"))
        .hasValue(
            PlainJson.object(
                """
                {"pk":"TENANT#outlocks","sk":"CHANNEL#teams#azure-bot-app-id",
                 "gsi1pk":"CHANNEL#teams#azure-bot-app-id","gsi1sk":"TENANT#outlocks"}
                """));
  }

  @Test
  void shouldDecideClaimsAndDeletions() throws Exception {
    api.tenant("claims-a", "{}");
    api.tenant("claims-b", "{}");
    api.claim("claims-a", "slack", "T-claims");
    api.claim("claims-a", "slack", "T-claims");
    api.claim("claims-a", "slack", "T-claims-2");
    api.expect(
        200, TenantsApi.put("claims-a", "/users/u", TenantsSamples.user("u@x.example", "{}")));

    refused(409, "CHANNEL_CLAIMED", TenantsApi.put("claims-b", "/channels/slack/T-claims", "{}"));
    refused(404, "CHANNEL_NOT_FOUND", TenantsApi.delete("claims-b", "/channels/slack/T-claims"));
    refused(404, "TENANT_NOT_FOUND", TenantsApi.put("claims-c", "/channels/slack/T-other", "{}"));
    refused(
        404,
        "TENANT_NOT_FOUND",
        TenantsApi.put("claims-c", "/users/u", TenantsSamples.user("u@x.example", "{}")));
    refused(404, "USER_NOT_FOUND", TenantsApi.delete("claims-a", "/users/nobody"));
    refused(404, "TENANT_NOT_FOUND", TenantsApi.delete("claims-c", ""));

    api.expect(204, TenantsApi.delete("claims-a", "/channels/slack/T-claims"));
    api.claim("claims-b", "slack", "T-claims");
    api.expect(204, TenantsApi.delete("claims-a", ""));
    api.claim("claims-b", "slack", "T-claims-2");
    bench.pipeline().awaitDrained();

    assertThat(keys("claims-a")).isEmpty();
    assertThat(keys("claims-b"))
        .containsExactlyInAnyOrder("META", "CHANNEL#slack#T-claims", "CHANNEL#slack#T-claims-2");
    refused(404, "TENANT_NOT_FOUND", TenantsApi.delete("claims-a", ""));
  }

  private List<String> keys(String tenant) {
    return bench.tables().scan(TenantsItems.TENANTS).stream()
        .filter(item -> ("TENANT#" + tenant).equals(item.get("pk")))
        .map(item -> TenantsItems.text(item, "sk"))
        .toList();
  }

  private void refused(int status, String code, Request request) throws IOException {
    assertThat(Answer.parse(api.expect(status, request)).path("error").asText()).isEqualTo(code);
  }

  @Test
  void shouldBringAWebhookOfEveryProviderToItsTenantsConversations() throws Exception {
    String tenant = "providers";
    api.tenant(tenant, "{}");
    for (String[] channel :
        List.of(
            new String[] {"slack", "T0PROVIDERS"},
            new String[] {"telegram", ChannelAccounts.TELEGRAM},
            new String[] {"whatsapp", ChannelAccounts.WHAPI},
            new String[] {"whatsapp", "106540352242922"},
            new String[] {"generic", ChannelAccounts.GENERIC},
            new String[] {"teams", "28:" + APP})) {
      api.claim(tenant, channel[0], channel[1]);
    }

    assertThat(api.deliver(TenantsSamples.slack("T0PROVIDERS", "Ev1", "D01", "from slack")))
        .isEmpty();
    assertThat(api.deliver(TenantsSamples.telegram(100, -1001234567890L, "/status@bot team")))
        .isEqualTo("{\"ok\":true}");
    api.deliver(
        SignedWebhooks.telegram(
            """
            {"update_id":99,"message":{"from":{"id":1087968824,"is_bot":true,"first_name":"Group"},
             "sender_chat":{"id":-100777,"title":"Team"},"chat":{"id":-100777},"text":"unsigned"}}"""));
    for (String type : TYPES) {
      deliverUnknown(type);
    }
    assertThat(api.deliver(SignedWebhooks.whapi(WHAPI))).isEqualTo("{\"ok\":true}");
    assertThat(api.deliver(SignedWebhooks.meta(meta))).isEmpty();
    assertThat(api.deliver(TenantsSamples.generic("msg_1", "ticket-7", "from a crm")))
        .isEqualTo("{\"ok\":true}");
    deliverTeams();
    bench.pipeline().awaitDrained();

    assertTheMessages(tenant);
    assertTheConversations(tenant);
  }

  @Test
  void shouldDecideAgainOnAMessageThatCameBeforeTheClaim() throws Exception {
    String tenant = "late-claim";
    api.tenant(tenant, "{}");
    api.deliver(TenantsSamples.slack("T0LATE", "EvLate", "D0LATE", "sent too early"));
    bench.pipeline().awaitDrained();
    assertThat(operate(3, "status", "--services", "none").out())
        .contains("channels that no tenant claims", "slack/T0LATE, events: 1");
    String deadLetter = openDeadLetter("T0LATE");

    assertThat(operate(3, "dead-letters", "redrive", "--id", deadLetter).out())
        .contains("no tenant claims the channel slack/T0LATE");
    assertThat(openDeadLetter("T0LATE")).isEqualTo(deadLetter);

    api.claim(tenant, "slack", "T0LATE");
    operate(0, "dead-letters", "redrive", "--id", deadLetter);
    bench.pipeline().awaitDrained();

    assertThat(messages(tenant))
        .containsExactly("slack-D0LATE slack:T0LATE:EvLate U1 D0LATE sent too early");
    assertThat(items.entries(tenant, "slack-D0LATE")).containsExactly("user: sent too early");
    assertThat(operate(0, "dead-letters", "list", "--family", "tenants").out())
        .doesNotContain("T0LATE");
  }

  private String openDeadLetter(String channel) {
    return operate(0, "dead-letters", "list", "--code", "NO_TENANT_MAPPING", "--output", "json")
        .out()
        .lines()
        .map(Answer::parse)
        .filter(deadLetter -> deadLetter.get("key").asText().contains(channel))
        .map(deadLetter -> deadLetter.get("id").asText())
        .collect(Collectors.joining(","));
  }

  private Completed operate(int exitCode, String... command) {
    Completed done =
        bench.pipeline().launcher().run(bench.pipeline().endpoints().appendedTo(command));
    assertThat(done.exitCode()).as(done.toString()).isEqualTo(exitCode);
    return done;
  }

  private static final List<String> TYPES = List.of("hologram", "survey", "booking");

  /** Sends a message of a type that no version knows, through four providers. */
  private void deliverUnknown(String type) throws IOException {
    int number = 101 + TYPES.indexOf(type);
    String content = "\"%s\":{\"n\":1}".formatted(type);
    api.deliver(
        SignedWebhooks.slack(
            TenantsSamples.slackBody("T0PROVIDERS", "Ev" + type, "D09", "")
                .replace("\"ts\":", content + ",\"ts\":")));
    api.deliver(
        SignedWebhooks.telegram(
            "{\"update_id\":%d,\"message\":{\"from\":{\"id\":9},\"chat\":{\"id\":9},%s}}"
                .formatted(number, content)));
    api.deliver(
        SignedWebhooks.whapi(
            WHAPI
                .replace("447700900123", "9")
                .replace("w30M7-0001", type)
                .replace("\"type\":\"text\"", "\"type\":\"" + type + '"')
                .replace("\"text\":{\"body\":\"Hello world\"}", content)));
    api.deliver(
        SignedWebhooks.meta(
            """
            {"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":
            {"metadata":{"phone_number_id":"106540352242922"},"messages":[{"from":"9","id":"%1$s",
            "timestamp":"%2$d","type":"%1$s",%3$s}]}}]}]}"""
                .formatted(type, Instant.now().getEpochSecond(), content)));
  }

  /** Entries of the three types; {@code '} stands for a quotation mark. */
  private static List<String> unknown(String json) {
    return TYPES.stream().map(type -> "user: " + json.formatted(type).replace('\'', '"')).toList();
  }

  private void assertTheMessages(String tenant) {
    assertThat(messages(tenant))
        .filteredOn(message -> TYPES.stream().noneMatch(message::contains))
        .containsExactlyInAnyOrder(
            "slack-D01 slack:T0PROVIDERS:Ev1 U1 D01 from slack",
            "tg--1001234567890 telegram:731fa294d036e54f:100 7 -1001234567890 sprint status team",
            "tg--100777 telegram:731fa294d036e54f:99 -100777 -100777 unsigned",
            "wa-447700900123@s.whatsapp.net whapi:CHAN-0001:p.w30M7-0001 447700900123"
                + " 447700900123@s.whatsapp.net Hello world",
            "wa-106540352242922-16505551234 meta:106540352242922:wamid.HBgLMTY= 16505551234"
                + " 16505551234 caf\u00e9 \u2764",
            "wa-106540352242922-16505551234 meta:106540352242922:wamid.IMAGE= 16505551234"
                + " 16505551234 ",
            "wa-106540352242922-16505551234 meta:106540352242922:wamid.FLOW= 16505551234"
                + " 16505551234 {\"rating\":5}",
            "wa-106540352242922-16505551234 meta:106540352242922:wamid.PLACE= 16505551234"
                + " 16505551234 geo:51.551502,-0.000065",
            "teams-a:1bbb teams:"
                + APP
                + ":a:1bbb:1767225600124"
                + " 11111111-1111-4111-8111-111111111111 a:1bbb {\"size\":\"L\"}",
            "ticket-7 generic:crm:msg_1 s1 ticket-7 from a crm",
            "teams-a:1bbb teams:"
                + APP
                + ":a:1bbb:1767225600123"
                + " 11111111-1111-4111-8111-111111111111 a:1bbb sprint status",
            "teams-a:1bbb teams:"
                + APP
                + ":a:1bbb:1767225600199"
                + " 11111111-1111-4111-8111-111111111111 a:1bbb release status");
  }

  private void assertTheConversations(String tenant) {
    assertThat(items.entries(tenant, "slack-D01")).containsExactly("user: from slack");
    assertThat(items.entries(tenant, "tg--1001234567890"))
        .containsExactly("user: sprint status team");
    assertThat(items.entries(tenant, "wa-447700900123@s.whatsapp.net"))
        .containsExactly("user: Hello world");
    assertThat(items.entries(tenant, "wa-106540352242922-16505551234"))
        .containsExactly(
            "user: caf\u00e9 \u2764", "user: [image]", "user: {\"rating\":5}", "user: [location]");
    assertThat(items.entries(tenant, "slack-D09")).isEqualTo(unknown("{'%1$s':{'n':1}}"));
    assertThat(items.entries(tenant, "tg-9")).isEqualTo(unknown("{'%1$s':{'n':1}}"));
    assertThat(items.entries(tenant, "wa-9@s.whatsapp.net"))
        .isEqualTo(unknown("{'type':'%1$s','%1$s':{'n':1}}"));
    assertThat(items.entries(tenant, "wa-106540352242922-9"))
        .isEqualTo(unknown("{'type':'%1$s','%1$s':{'n':1}}"));
    assertThat(items.entries(tenant, "teams-a:1bbb"))
        .containsAll(unknown("{'contentType':'%1$s','content':{'n':1}}"));
    assertThat(items.entries(tenant, "ticket-7")).containsExactly("user: from a crm");
    assertThat(items.entries(tenant, "teams-a:1bbb"))
        .startsWith("user: sprint status", "user: {\"size\":\"L\"}");
  }

  private static final String WHAPI =
      """
      {"messages":[{"id":"p.w30M7-0001","from_me":false,"type":"text",
      "chat_id":"447700900123@s.whatsapp.net","timestamp":1767225600,"source":"mobile",
      "text":{"body":"Hello world"},"from":"447700900123","from_name":"Alex"}],
      "event":{"type":"messages","event":"post"},"channel_id":"CHAN-0001"}
      """;

  private final String meta =
      """
      {"object":"whatsapp_business_account","entry":[{"id":"102290129340398","changes":[{"value":
      {"messaging_product":"whatsapp","metadata":{"display_phone_number":"15550783881",
      "phone_number_id":"106540352242922"},"contacts":[{"profile":{"name":"Sheena"},
      "wa_id":"16505551234"}],"messages":[{"from":"16505551234","id":"wamid.HBgLMTY=",
      "timestamp":"%1$d","type":"text","text":{"body":"caf\\u00e9 \\u2764"}},
      {"from":"16505551234","id":"wamid.IMAGE=","timestamp":"%1$d","type":"image",
      "image":{"id":"800","mime_type":"image/jpeg"}},
      {"from":"16505551234","id":"wamid.FLOW=","timestamp":"%1$d","type":"interactive",
      "interactive":{"type":"nfm_reply","nfm_reply":{"response_json":"{\\"rating\\":5}"}}},
      {"from":"16505551234","id":"wamid.PLACE=","timestamp":"%1$d","type":"location",
      "location":{"latitude":51.551502,"longitude":-6.5e-05}}]},"field":"messages"}]}]}
      """
          .formatted(Instant.now().getEpochSecond());

  private static final String TEAMS =
      """
      {"type":"message","id":"1767225600123","timestamp":"2026-01-01T00:00:00.123Z",
      "serviceUrl":"https://smba.trafficmanager.net/emea/","channelId":"msteams",
      "from":{"id":"29:1aaa","name":"John","aadObjectId":"11111111-1111-4111-8111-111111111111"},
      "conversation":{"id":"a:1bbb","tenantId":"22222222-2222-4222-8222-222222222222",
      "conversationType":"personal"},"recipient":{"id":"28:33333333-3333-4333-8333-333333333333",
      "name":"T3nets Bot"},"text":"<at>T3nets Bot</at> sprint status","entities":[{"type":"mention",
      "mentioned":{"id":"28:33333333-3333-4333-8333-333333333333","name":"T3nets Bot"},
      "text":"<at>T3nets Bot</at>"}],"channelData":{}}
      """;

  /** The account is new, so that gateways must first read it. */
  private void deliverTeams() throws IOException {
    try (BotFramework framework = BotFramework.start()) {
      bench
          .channelAccounts()
          .put(
              "teams",
              "bot",
              "\"app_id\":\"%s\",\"openid_url\":\"%s\"".formatted(APP, framework.openid()));
      Request webhook = SignedWebhooks.teams("bot", framework.token(APP, SERVICE_URL), TEAMS);
      Eventually.await("the new account").until(() -> api.send(webhook).status() != 404);
      assertThat(api.deliver(webhook)).isEqualTo("{\"ok\":true}");
      List<String> contents = new ArrayList<>(List.of("\"value\":{\"size\":\"L\"}"));
      TYPES.forEach(
          type ->
              contents.add(
                  "\"attachments\":[{\"contentType\":\"%s\",\"content\":{\"n\":1}}]"
                      .formatted(type)));
      for (String content : contents) {
        String activity =
            TEAMS
                .replace("600123\"", "60012" + (4 + contents.indexOf(content)) + '"')
                .replaceFirst("(?s)\"text\":.*", content + '}');
        api.deliver(SignedWebhooks.teams("bot", framework.token(APP, SERVICE_URL), activity));
      }
      String escaped =
          TEAMS
              .replace("600123\"", "600199\"")
              .replace("<at>T3nets Bot</at> sprint", "<at>R&amp;D Bot</at> release")
              .replace("\"name\":\"T3nets Bot\"},\n\"text\"", "\"name\":\"R&D Bot\"},\"x\"");
      String token = framework.token(APP, "https://SMBA.trafficmanager.net/emea");
      api.deliver(SignedWebhooks.teams("bot", token, escaped));
      Request elsewhere =
          SignedWebhooks.teams("bot", framework.token(APP, "https://elsewhere.example/"), TEAMS);
      assertThat(api.send(elsewhere).status()).isEqualTo(403);
    }
  }

  @Test
  void shouldTakeSlashCommandsInteractionsAndChecksOfSlack() throws Exception {
    String tenant = "forms";
    api.tenant(tenant, "{}");
    api.claim(tenant, "slack", "T0FORMS");
    assertThat(api.deliver(SignedWebhooks.slack("ssl_check=1&token=fake"))).isEmpty();
    String command =
        "team_id=T0FORMS&channel_id=C01&user_id=U1&command=%2Fdeploy&text=a+%26amp%3B+b"
            + "&trigger_id=1.1.a";
    assertThat(api.deliver(SignedWebhooks.slack(command))).isEmpty();
    String payload =
        """
        {"type":"block_actions","team":{"id":"T0FORMS"},"user":{"id":"U1"},"channel":{"id":"C01"},
         "trigger_id":"1.2.b","actions":[{"type":"button","value":"approve"}]}
        """;
    Request interaction =
        SignedWebhooks.slack("payload=" + URLEncoder.encode(payload, StandardCharsets.UTF_8));
    assertThat(api.deliver(interaction)).isEmpty();
    assertThat(api.deliver(interaction)).isEmpty();
    String modal =
        """
        {"type":"view_submission","team":{"id":"T0FORMS"},"user":{"id":"U1"},"trigger_id":"1.3.c",
         "view":{"state":{"values":{"b":{"a":{"type":"rich_text_input","rich_text_value":
         {"type":"rich_text","elements":[{"type":"rich_text_section","elements":[
         {"type":"text","text":"broken"}]}]}}}}}}}
        """;
    api.deliver(
        SignedWebhooks.slack("payload=" + URLEncoder.encode(modal, StandardCharsets.UTF_8)));
    bench.pipeline().awaitDrained();

    assertThat(messages(tenant))
        .containsExactly(
            "slack-C01 slack:T0FORMS:1.1.a U1 C01 /deploy a & b",
            "slack-C01 slack:T0FORMS:1.2.b U1 C01 approve",
            "slack-U1 slack:T0FORMS:1.3.c U1 U1 broken");
    assertThat(items.entries(tenant, "slack-C01"))
        .containsExactly("user: /deploy a & b", "user: approve");
    assertThat(items.entries(tenant, "slack-U1")).containsExactly("user: broken");
  }

  @Test
  void shouldTakeRepliesByRouteAndByTopicAndClear() throws Exception {
    long before = Instant.now().getEpochSecond();
    String tenant = "replies";
    api.tenant(tenant, "{}");
    api.claim(tenant, "slack", "T0REPLIES");
    Request question = TenantsSamples.slack("T0REPLIES", "Ev1", "D01", "a question");
    api.deliver(question);
    awaitEntries(tenant, "user: a question");
    api.say(tenant, "slack-D01", "answer-1", "assistant", "by route");
    api.say(tenant, "slack-D01", "answer-1", "assistant", "said twice");
    facts.append(
        tenant, "slack-D01", Instant.now(), facts.posted("answer-2", "assistant", "by topic"));
    facts.append(
        tenant, "slack-D01", Instant.now(), facts.posted("answer-2", "user", "said twice"));
    bench.pipeline().awaitDrained();

    Map<String, Object> item = items.conversation(tenant, "slack-D01").orElseThrow();
    assertThat(item).containsOnlyKeys("pk", "sk", "messages", "updated_at", "ttl");
    assertThat(PlainJson.of(TenantsItems.text(item, "messages")))
        .isEqualTo(
            PlainJson.of(
                """
                [{"role":"user","content":"a question"},
                 {"role":"assistant","content":"by route"},
                 {"role":"assistant","content":"by topic"}]
                """));
    long updated = Instant.parse(TenantsItems.text(item, "updated_at")).getEpochSecond();
    assertThat(updated).isBetween(before, Instant.now().getEpochSecond());
    assertThat(TenantsItems.number(item, "ttl")).isEqualTo(updated + 2_592_000);

    api.forget(tenant, "slack-D01");
    api.deliver(question);
    api.say(tenant, "slack-D01", "answer-1", "assistant", "late");
    bench.pipeline().awaitDrained();
    assertThat(items.conversation(tenant, "slack-D01")).isEmpty();

    api.deliver(TenantsSamples.slack("T0REPLIES", "Ev2", "D01", "afresh"));
    bench.pipeline().awaitDrained();
    assertThat(items.entries(tenant, "slack-D01")).containsExactly("user: afresh");
    assertThat(messages(tenant)).hasSize(2);
  }

  private void awaitEntries(String tenant, String... entries) {
    Eventually.await().until(() -> items.entries(tenant, "slack-D01").equals(List.of(entries)));
  }

  /** Address of the first attachment; empty without one. */
  private static String place(GenericRecord message) {
    return ((List<?>) Objects.requireNonNull(message.get("attachments")))
        .stream()
            .map(attachment -> ((GenericRecord) attachment).get("url"))
            .filter(Objects::nonNull)
            .map(Object::toString)
            .findFirst()
            .orElse("");
  }

  /** Every message of a tenant: conversation, id, sender, the channel's conversation, text. */
  private List<String> messages(String tenant) {
    return bench.topics().read(TenantsFacts.MESSAGES).stream()
        .map(record -> avro.decode(record.raw().value()))
        .filter(message -> tenant.equals(text(message, "tenant_id")))
        .map(
            message ->
                String.join(
                    " ",
                    text(message, "conversation_id"),
                    text(message, "message_id"),
                    text(message, "sender_id"),
                    text(message, "channel_conversation_id"),
                    text(message, "text") + place(message)))
        .toList();
  }
}
