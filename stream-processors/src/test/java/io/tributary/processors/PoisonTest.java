package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Events.UP;
import static io.tributary.processors.Facts.DEVICE;
import static io.tributary.processors.Publishes.DIGEST;
import static io.tributary.processors.Publishes.ID;
import static io.tributary.processors.Publishes.toUsers;
import static io.tributary.processors.outreach.OutreachFacts.EMAIL;
import static io.tributary.processors.outreach.OutreachFacts.SENDER;
import static io.tributary.processors.outreach.OutreachFacts.TEL;
import static io.tributary.processors.outreach.OutreachFacts.answered;
import static io.tributary.processors.outreach.OutreachFacts.completed;
import static io.tributary.processors.outreach.OutreachFacts.reply;
import static io.tributary.processors.outreach.OutreachFacts.request;
import static io.tributary.processors.outreach.OutreachFacts.update;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.devices.DeviceRegistration;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.PostedMessage;
import io.tributary.avro.inbox.InboxConfig;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.InboxPublishCommand;
import io.tributary.avro.inbox.InboxSettingsCommand;
import io.tributary.avro.inbox.Publication;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.SendingFailed;
import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.processors.outreach.OutreachFacts;
import io.tributary.processors.tenants.TenantFacts;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.HistoryTopics;
import io.tributary.schemas.topic.InboxTopics;
import io.tributary.schemas.topic.OutreachTopics;
import io.tributary.schemas.topic.TenantsTopics;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.test.TestRecord;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Facts that no gateway accepts: each becomes one dead letter with its code and changes nothing;
 * the good fact behind them has its effect.
 */
final class PoisonTest {

  private static final long SEED = 20_261_128L;
  private static final int MUTANTS = 2000;
  private static final int MOST_MUTATED = 100_000;
  private static final String GOOD = "";
  private static final String BOOT = "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";
  private static final String THREAD = "org123#tenantA#user456#thread789";
  private static final String INBOX = "t#acmeU#u-1001#DEFAULT";
  private static final String MESSAGE = "acme#DEFAULT#" + ID;
  private static final String SETTINGS = "t#acme#st#tenant_settings";
  private static final String WEBHOOK = "CHANNEL#line#chan-1#conv-1";
  private static final String HELLO = "chan-1|conv-1|ev-1|hello|";
  private static final Set<TopicKind> MADE =
      Set.of(TopicKind.RECORDS, TopicKind.OUTCOMES, TopicKind.WAITS);

  private final List<Sent> facts = new ArrayList<>();

  private record Sent(String code, Topic<?, ?> topic, TestRecord<byte[], byte[]> record) {}

  @ParameterizedTest
  @EnumSource
  void shouldBecomeADeadLetterAndNothingElse(Family family) {
    addAll(family);
    try (DrivenTopology topology =
        family == Family.TENANTS ? DrivenTopology.ofTenants() : new DrivenTopology(family)) {
      for (Sent fact : facts) {
        topology.sendBytes(fact.topic(), fact.record().key(), fact.record().value());
        String which = "fact " + facts.indexOf(fact) + " of " + fact.topic();
        boolean good = fact.code().equals(GOOD);
        assertThat(topology.codes(Topics.deadLettersOf(family)))
            .as(which)
            .isEqualTo(good ? List.of() : List.of(fact.code()));
        assertThat(hasMade(topology, family)).as(which).isEqualTo(good);
      }
    }
  }

  private void addAll(Family family) {
    switch (family) {
      case DEVICES -> addDevices();
      case TENANTS -> addTenants();
      case OUTREACH -> addOutreach();
      case HISTORY -> addHistory();
      case INBOX -> addInbox();
    }
  }

  /** Random bytes and mutated facts, also where only processors write. */
  @ParameterizedTest
  @EnumSource
  void shouldEndNothingByForeignBytes(Family family) {
    addAll(family);
    add(GOOD, DevicesTopics.BATCH_CLAIMS, DEVICE, Facts.batch(DEVICE, START, "a"));
    facts.removeIf(fact -> !fact.topic().family().equals(Optional.of(family)));
    Random random = new Random(SEED);
    try (DrivenTopology topology =
        family == Family.TENANTS ? DrivenTopology.ofTenants() : new DrivenTopology(family)) {
      for (int i = 0; i < MUTANTS; i++) {
        Sent fact = facts.get(random.nextInt(facts.size()));
        topology.sendBytes(
            fact.topic(),
            random.nextInt(4) == 0 ? mutated(fact.record().key(), random) : fact.record().key(),
            mutated(fact.record().value(), random));
      }
      facts.removeIf(fact -> !fact.code().equals(GOOD));
      facts.forEach(
          fact -> topology.sendBytes(fact.topic(), fact.record().key(), fact.record().value()));
      assertThat(topology.codes(Topics.deadLettersOf(family))).hasSizeGreaterThan(MUTANTS / 4);
      assertThat(hasMade(topology, family)).isTrue();
    }
  }

  private static byte @Nullable [] mutated(byte @Nullable [] good, Random random) {
    if (good == null || good.length > MOST_MUTATED) {
      return good;
    }
    byte[] bytes = Arrays.copyOf(good, good.length + (random.nextInt(8) == 0 ? 5 : 0));
    if (random.nextInt(8) == 0) {
      random.nextBytes(bytes);
    }
    for (int i = random.nextInt(6); i > 0 && bytes.length > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
  }

  /** The driver is partition 0 of six. */
  @ParameterizedTest
  @EnumSource(names = {"TENANTS", "OUTREACH", "INBOX"})
  void shouldBecomeADeadLetterInAnotherPartitionThanItsOwn(Family family) {
    switch (family) {
      case TENANTS -> {
        add(GOOD, TenantsTopics.CONVERSATION_EVENTS, "acme#conv-1", said("q-1"));
        add(GOOD, TenantsTopics.WEBHOOKS, WEBHOOK, webhook("acme", HELLO));
      }
      case OUTREACH -> addReached(GOOD, START, request("r1").build());
      default -> add(GOOD, InboxTopics.EVENTS, INBOX, inboxEvent(START, DrivenInbox.read(ID)));
    }
    try (DrivenTopology topology = new DrivenTopology(6, family)) {
      for (Sent fact : facts) {
        topology.sendBytes(fact.topic(), fact.record().key(), fact.record().value());
        assertThat(topology.headers(Topics.deadLettersOf(family), RecordHeader.REASON))
            .singleElement(InstanceOfAssertFactories.STRING)
            .matches(
                "it is in partition 0, but belongs in partition [1-5] of " + fact.topic().name());
        assertThat(hasMade(topology, family)).isFalse();
      }
    }
  }

  private void addDevices() {
    Topic<?, ?> batches = DevicesTopics.BATCHES;
    addUnreadable(batches, DEVICE, Facts.batch(DEVICE, START, "a"));
    add("INVALID_KEY", batches, Facts.OTHER_DEVICE, Facts.batch(DEVICE, START, "a"));
    // not even its good reading is remembered
    add("INVALID_KEY", batches, DEVICE, Facts.batch(DEVICE, START, "a", "tab\there"));
    Topic<?, ?> commands = DevicesTopics.DEVICE_COMMANDS;
    String mac = "24:6f:28:ae:52:7c";
    add("INVALID_KEY", commands, mac, registering(mac, "r-1"));
    add("INVALID_VALUE", commands, DEVICE, registering(DEVICE, tooLong()));
    add("INVALID_KEY", commands, DEVICE, registering("b-1", "1.0.16", "oled"));
    add("INVALID_VALUE", commands, DEVICE, registering(BOOT, "1".repeat(1025), "oled"));
    add("INVALID_VALUE", commands, DEVICE, registering(BOOT, "1.0.16", "o".repeat(129)));
    add(GOOD, commands, DEVICE, registering(DEVICE, "r-1"));
    add(GOOD, batches, DEVICE, Facts.batch(DEVICE, START, "a"));
  }

  private static SpecificRecordBase registering(String hardwareId, String requestId) {
    return forged(
        Facts.deviceCommand("c-1", hardwareId, START, Facts.registration("c-1", BOOT)), requestId);
  }

  private static SpecificRecordBase registering(String bootId, String firmware, String sensor) {
    DeviceRegistration registration = Facts.registration("c-1", bootId);
    registration.setFirmwareVersion(firmware);
    registration.setCapabilities(Facts.capabilities(sensor));
    return Facts.deviceCommand("c-1", DEVICE, START, registration);
  }

  private void addTenants() {
    Topic<?, ?> commands = TenantsTopics.COMMANDS;
    SpecificRecordBase claim =
        TenantFacts.command("c", START, TenantFacts.claim("ac#me", "teams", "app-1"));
    add("INVALID_KEY", commands, "CHANNEL#teams#app-1", claim);
    SpecificRecordBase early =
        TenantFacts.command("c", Instant.ofEpochMilli(1), TenantFacts.tenant("acme", "Acme"));
    add("INVALID_VALUE", commands, "TENANT#acme#META", early);
    add("INVALID_KEY", commands, "TENANT#other#META", putting("acme"));
    add(GOOD, commands, "TENANT#acme#META", putting("acme"));
    Topic<?, ?> events = TenantsTopics.CONVERSATION_EVENTS;
    addUnreadable(events, "acme#conv-1", said("q-1"));
    add("INVALID_KEY", events, "acme#conv-2", said("q-1"));
    add("INVALID_KEY", events, "acme#conv-1", said("m#1"));
    SpecificRecordBase clear =
        TenantFacts.event("f", START, "acme", "conv-1", TenantFacts.clear("\u00e9"));
    add("INVALID_KEY", events, "acme#conv-1", clear);
    add(GOOD, events, "acme#conv-1", said("q-1"));
    addWebhooks();
  }

  private void addWebhooks() {
    Topic<?, ?> webhooks = TenantsTopics.WEBHOOKS;
    add("INVALID_KEY", webhooks, WEBHOOK, webhook("ac#me", HELLO));
    add("INVALID_VALUE", webhooks, WEBHOOK, webhook(null, HELLO));
    add("INVALID_VALUE", webhooks, WEBHOOK, forged(webhook("acme", HELLO), tooLong()));
    ChannelEvent event = webhook("acme", HELLO);
    event.setEventId("e".repeat(513));
    add("INVALID_KEY", webhooks, WEBHOOK, event);
    String most = "x".repeat(262_144);
    ChannelEvent large = webhook("acme", "chan-1|conv-1|ev-1|" + most + "x|");
    add("LIMIT_EXCEEDED", webhooks, WEBHOOK, large);
    ChannelEvent many = webhook("acme", "chan-1|conv-1|ev-1|hi|" + "image,".repeat(300_000));
    add("LIMIT_EXCEEDED", webhooks, WEBHOOK, many);
    for (String other : List.of("chan-1|conv-1|ev-1", "typing", HELLO + "\n" + HELLO)) {
      ChannelEvent another = webhook("acme", HELLO);
      another.setRaw(ByteBuffer.wrap(other.getBytes(UTF_8)));
      add("MALFORMED", webhooks, WEBHOOK, another);
    }
    ChannelEvent pigeon = webhook("acme", HELLO);
    pigeon.setProvider("pigeon");
    add("MALFORMED", webhooks, WEBHOOK, pigeon);
    add(GOOD, webhooks, WEBHOOK, webhook("acme", "chan-1|conv-1|ev-1|" + most + "|"));
  }

  private static SpecificRecordBase putting(String tenantId) {
    return TenantFacts.command("c-1", START, TenantFacts.tenant(tenantId, "Acme"));
  }

  private static SpecificRecordBase said(String messageId) {
    return TenantFacts.event(
        "fact-1", START, "acme", "conv-1", TenantFacts.question(messageId, "hello"));
  }

  private static ChannelEvent webhook(@Nullable String tenantId, String raw) {
    return TenantFacts.webhook("fact-1", START, tenantId, Admission.ADMITTED, raw);
  }

  private void addOutreach() {
    SpecificRecordBase good = OutreachFacts.event("f", START, TEL, request("r1").build());
    addUnreadable(OutreachTopics.EVENTS, TEL, good);
    add("INVALID_KEY", OutreachTopics.EVENTS, "+447700900124", good);
    addReached("INVALID_VALUE", Instant.ofEpochMilli(1), request("r1").build());
    for (SpecificRecordBase what :
        List.of(
            request("r#1").build(),
            request("r1").setCompanyId("").build(),
            request("r1").setProjectId("p".repeat(129)).build(),
            request("r1").setRecipientEmail("Alex@example.com").build(),
            request("r1").setCompanySender("447700900999").build(),
            request("r1").setCompanySender(EMAIL).build(),
            request("r1").setRecipientTel("+447700900124").build(),
            request("r1").setRecipientTel(null).build(),
            request("r1").setChannelMethod(ChannelMethod.email).setCompanySender(null).build(),
            new ConversationUpdate("ci#pi#r1", "u1", completed()),
            new ConversationUpdate("ci#pi#r1#447700900124", "u1", completed()),
            update("r1", "u#1", completed()),
            update("r1", "u1", answered("m#1", "Hi")),
            changed(reply("SM1", "hello"), "e".repeat(513), "whatsapp", SENDER),
            changed(reply("SM1", "hello"), "twilio:AC1:SM1", "WhatsApp", SENDER),
            changed(reply("SM1", "hello"), "twilio:AC1:SM1", "whatsapp", "+44#7"))) {
      addReached("INVALID_KEY", START, what);
    }
    addOutreachValues();
    addReplies();
    add(GOOD, OutreachTopics.EVENTS, TEL, good);
    addReached(GOOD, START, update("r1", "u1", largest()));
    addReached(GOOD, START, reply("SM1", "hello"));
  }

  private void addOutreachValues() {
    AssistantMessage tokens = OutreachFacts.message("m1", "Hi");
    tokens.setAiTotalTokens(1L << 53);
    for (SpecificRecordBase what :
        List.of(
            request("r1").setLifeS(0L).build(),
            request("r1").setLifeS(10_000_000_000L).build(),
            request("r1").setProjectDataJson("{").build(),
            request("r1").setCompanyName("n".repeat(40 * 1024)).build(),
            update("r1", "u1", answered("m1", "")),
            update("r1", "u1", answered("m1", "\u20AC".repeat(10_923))),
            update("r1", "u1", InitialMessageSent.newBuilder().setMessage(tokens).build()),
            update("r1", "u1", InitialMessageSent.newBuilder().setProcessingTimeMs(-1L).build()),
            update("r1", "u1", InitialMessageSent.newBuilder().setThreadId(long513()).build()),
            update("r1", "u1", new SendingFailed("r".repeat(1025))),
            update("r1", "u1", OutreachFacts.handOff("r".repeat(1025))),
            update("r1", "u1", OutreachFacts.call("c".repeat(257))))) {
      addReached("INVALID_VALUE", START, what);
    }
  }

  private void addReplies() {
    for (String raw : List.of("", "\u0000\uFFFD=&&%zz", "MessageStatus=delivered")) {
      addReached("MALFORMED", START, withRaw(ByteBuffer.wrap(raw.getBytes(UTF_8))));
    }
    ChannelReply pigeon = reply("SM1", "hello");
    pigeon.setProvider("pigeon");
    addReached("MALFORMED", START, pigeon);
  }

  private void addReached(String code, Instant at, SpecificRecordBase what) {
    add(code, OutreachTopics.EVENTS, TEL, OutreachFacts.event("fact-1", at, TEL, what));
  }

  private static String long513() {
    return "t".repeat(513);
  }

  /** An update whose fields are as large as they may be. */
  private static InitialMessageSent largest() {
    AssistantMessage message = OutreachFacts.message("m".repeat(512), "\u20AC".repeat(10_922));
    message.setAiTotalTokens((1L << 53) - 1);
    return InitialMessageSent.newBuilder()
        .setThreadId("\uD83D\uDE00".repeat(128))
        .setEmailId("e".repeat(1024))
        .setMessage(message)
        .build();
  }

  private static ChannelReply changed(ChannelReply reply, String eventId, String type, String id) {
    reply.setEventId(eventId);
    reply.setChannelType(type);
    reply.setChannelId(id);
    return reply;
  }

  private static ChannelReply withRaw(ByteBuffer raw) {
    ChannelReply reply = reply("SM1", "hello");
    reply.setRaw(raw);
    return reply;
  }

  private void addHistory() {
    PostedMessage question = Events.question("m1", START.toEpochMilli());
    HistoryEvent good = Events.event("f", START, question);
    addUnreadable(HistoryTopics.EVENTS, THREAD, good);
    HistoryEvent user = Events.event("f", START, question);
    user.setUserId("tab\there");
    addPosted("INVALID_KEY", user);
    HistoryEvent thread = Events.event("f", START, question);
    thread.setThreadId("other");
    addPosted("INVALID_KEY", thread);
    addPosted("INVALID_KEY", Events.event("f", START, Events.question("a#b", 1)));
    addPosted("INVALID_KEY", Events.event("f", START, Events.feedback("", UP)));
    for (long at : new long[] {-1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      addPosted("INVALID_VALUE", Events.event("f", Instant.ofEpochMilli(at), question));
    }
    for (long timestamp : new long[] {-5, 10_000_000_000_000L}) {
      addPosted("INVALID_VALUE", Events.event("f", START, Events.question("m1", timestamp)));
    }
    addPosted("INVALID_VALUE", Events.living(0, 1, good));
    addPosted("INVALID_VALUE", Events.living(1, Long.MAX_VALUE, good));
    addPosted("INVALID_VALUE", Events.living(-1, 1, Events.event("f", START, Events.tick())));
    addPosted("INVALID_VALUE", forged(Events.event("f", START, question), tooLong()));
    PostedMessage both = PostedMessage.newBuilder(question).setContentJson("[]").build();
    addPosted("INVALID_VALUE", Events.event("f", START, both));
    PostedMessage neither = PostedMessage.newBuilder(question).setContent(null).build();
    addPosted("INVALID_VALUE", Events.event("f", START, neither));
    PostedMessage large = PostedMessage.newBuilder(question).setContent(tooLong()).build();
    addPosted("LIMIT_EXCEEDED", Events.event("f", START, large));
    addPosted(GOOD, Events.living(9_999_999_999L, 9_999_999_999L, good));
  }

  private void addPosted(String code, SpecificRecordBase event) {
    add(code, HistoryTopics.EVENTS, THREAD, event);
  }

  private void addInbox() {
    addUnreadable(InboxTopics.EVENTS, INBOX, inboxEvent(START, DrivenInbox.expired(ID)));
    addInboxEvents();
    addPublications();
    InboxPublish early = Publishes.publish(Instant.EPOCH, toUsers(Instant.EPOCH, "u-1001"));
    add("INVALID_VALUE", InboxTopics.PUBLISHES, MESSAGE, early);
    InboxPublish publish = Publishes.publish(START, toUsers(START, "u-1001"));
    add("INVALID_KEY", InboxTopics.PUBLISHES, "acme#DEFAULT#07AEH01R0B8C3D5EF", publish);
    publish.setId("short");
    add("INVALID_KEY", InboxTopics.PUBLISHES, MESSAGE, publish);
    InboxKey inbox = new InboxKey("acme", "u-1001", "DEFAULT");
    add("INVALID_KEY", InboxTopics.EXPIRIES, INBOX, Publishes.expiry(inbox, "m#1"));
    InboxKey other = new InboxKey("acme", "u-1002", "DEFAULT");
    add("INVALID_KEY", InboxTopics.EXPIRIES, INBOX, Publishes.expiry(other, ID));
    addCommands();
    addSettings();
    add(GOOD, InboxTopics.SETTINGS_COMMANDS, SETTINGS, setting(null, new TenantSettings("30d")));
  }

  private void addInboxEvents() {
    for (SpecificRecordBase what :
        List.of(
            DrivenInbox.until(-1),
            DrivenInbox.until(10_000_000_000L),
            DrivenInbox.delivered(ID, null, 0))) {
      add("INVALID_VALUE", InboxTopics.EVENTS, INBOX, inboxEvent(START, what));
    }
    for (SpecificRecordBase what :
        List.of(
            DrivenInbox.delivered(ID, "*", DrivenInbox.T),
            DrivenInbox.delivered("short", null, DrivenInbox.T),
            DrivenInbox.expired("short"))) {
      add("INVALID_KEY", InboxTopics.EVENTS, INBOX, inboxEvent(START, what));
    }
    Instant early = START.minusSeconds(1_000_000_000);
    add("INVALID_VALUE", InboxTopics.EVENTS, INBOX, inboxEvent(early, DrivenInbox.redacted(ID)));
    SpecificRecordBase forged = forged(inboxEvent(START, DrivenInbox.read(ID)), tooLong());
    add("INVALID_VALUE", InboxTopics.EVENTS, INBOX, forged);
    SpecificRecordBase everyone =
        DrivenInbox.event(
            new InboxKey("acme", "$public", "DEFAULT"), "f", START, DrivenInbox.read(ID));
    add("INVALID_VALUE", InboxTopics.EVENTS, "t#acmeG#$public#DEFAULT", everyone);
  }

  private void addPublications() {
    addPublished("INVALID_VALUE", toUsers(START));
    addPublished("INVALID_VALUE", toUsers(START, "u-1001", "u-1002", "u-1001"));
    addPublished("INVALID_VALUE", toUsers(START, uids(10_001)));
    Publication named = Publishes.toEveryone(START);
    named.setUids(List.of("u-1001"));
    addPublished("INVALID_VALUE", named);
    for (String uid : List.of("u#1002", "$public", "")) {
      addPublished("INVALID_KEY", toUsers(START, "u-1001", uid));
    }
    Publication starred = toUsers(START, "u-1001");
    starred.setCategory("*");
    addPublished("INVALID_KEY", starred);
    for (long expiredat : new long[] {START.getEpochSecond(), 10_000_000_000L, Long.MIN_VALUE}) {
      Publication expiring = toUsers(START, "u-1001");
      expiring.setExpiredatS(expiredat);
      addPublished("INVALID_VALUE", expiring);
    }
    addPublished("INVALID_VALUE", saying('"' + "\u00e9".repeat(524_288) + '"', "u-1001"));
    // 32,768 bytes for each of 1024, of which title and cta_uri have 32
    addPublished("LIMIT_EXCEEDED", saying("b".repeat(32_737), uids(1024)));
    Publication labeled = toUsers(START, "u-1001");
    labeled.getDetails().setLabel("l".repeat(5000));
    addPublished("INVALID_VALUE", labeled);
  }

  private void addPublished(String code, Publication publication) {
    add(code, InboxTopics.PUBLISHES, MESSAGE, Publishes.publish(START, publication));
  }

  private void addCommands() {
    InboxPublishCommand unaddressed = Publishes.command("c", START, DIGEST, ID);
    unaddressed.getPublication().setUids(List.of());
    addCommand("INVALID_VALUE", unaddressed);
    addCommand("INVALID_VALUE", Publishes.command("c", START, "0A".repeat(32), ID));
    addCommand("INVALID_KEY", Publishes.command("c", START, DIGEST, "07AEH01P4K9ZQ2M7x"));
  }

  private void addCommand(String code, InboxPublishCommand command) {
    add(code, InboxTopics.PUBLISH_COMMANDS, "acme#DEFAULT#inv#184", command);
  }

  private void addSettings() {
    String config = "t#acme#si#DEFAULT";
    addSetting("INVALID_VALUE", SETTINGS, setting(null, lives("default", "30d")));
    addSetting("INVALID_VALUE", SETTINGS, setting(null, new TenantSettings("30d\n")));
    addSetting("INVALID_VALUE", config, setting("DEFAULT", new TenantSettings("30d")));
    addSetting("INVALID_VALUE", config, setting("DEFAULT", lives("promo", "30d")));
    addSetting("INVALID_VALUE", config, setting("DEFAULT", lives("default", "30h")));
    InboxConfig starred = new InboxConfig("Inbox", Map.of("default", "1d", "*", "1d"));
    addSetting("INVALID_KEY", config, setting("DEFAULT", starred));
    addSetting("INVALID_KEY", SETTINGS, setting("DEFAULT", lives("default", "30d")));
    SpecificRecordBase forged = forged(setting(null, new TenantSettings("30d")), tooLong());
    addSetting("INVALID_VALUE", SETTINGS, forged);
  }

  private void addSetting(String code, String key, SpecificRecordBase command) {
    add(code, InboxTopics.SETTINGS_COMMANDS, key, command);
  }

  private static SpecificRecordBase inboxEvent(Instant at, SpecificRecordBase what) {
    return DrivenInbox.event(new InboxKey("acme", "u-1001", "DEFAULT"), "fact-1", at, what);
  }

  private static Publication saying(String body, String... uids) {
    Publication publication = toUsers(START, uids);
    publication.getDetails().setBodyJson(body);
    return publication;
  }

  private static String[] uids(int count) {
    return IntStream.range(0, count).mapToObj("u-%d"::formatted).toArray(String[]::new);
  }

  private static InboxConfig lives(String category, String life) {
    return new InboxConfig("Default inbox", Map.of(category, life));
  }

  private static SpecificRecordBase setting(@Nullable String inbox, SpecificRecordBase settings) {
    return InboxSettingsCommand.newBuilder()
        .setEnvelope(Facts.envelope("command-1", START))
        .setTenantKey("acme")
        .setInboxKey(inbox)
        .setTitle("Acme Bank")
        .setSettings(settings)
        .build();
  }

  private void addUnreadable(Topic<?, ?> topic, String key, SpecificRecordBase good) {
    byte[] bytes = SingleObjectFormat.ofReleases().encode(good);
    add("UNDECODABLE", topic, key.getBytes(UTF_8), "no fact".getBytes(UTF_8));
    add("UNDECODABLE", topic, key.getBytes(UTF_8), null);
    add("INVALID_KEY", topic, null, bytes);
    add("UNDECODABLE", topic, key, Facts.envelope("fact-1", START));
  }

  private void add(String code, Topic<?, ?> topic, String key, SpecificRecordBase fact) {
    add(code, topic, key.getBytes(UTF_8), SingleObjectFormat.ofReleases().encode(fact));
  }

  private void add(String code, Topic<?, ?> topic, byte @Nullable [] key, byte @Nullable [] value) {
    facts.add(new Sent(code, topic, new TestRecord<>(key, value)));
  }

  /** The fact with that request id, which goes onto all records that it makes. */
  private static <F extends SpecificRecordBase> F forged(F fact, String requestId) {
    ((FactEnvelope) fact.get("envelope")).setRequestId(requestId);
    return fact;
  }

  private static String tooLong() {
    return "r".repeat(2 * 1024 * 1024);
  }

  private static boolean hasMade(DrivenTopology topology, Family family) {
    boolean any = false;
    for (Topic<?, ?> topic : Topics.of(Set.of(family))) {
      any |= MADE.contains(topic.kind()) && !topology.records(topic).isEmpty();
    }
    return any;
  }
}
