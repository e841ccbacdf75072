package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.schemas.topic.TenantsTopics.CONVERSATIONS;
import static io.tributary.schemas.topic.TenantsTopics.CONVERSATION_EVENTS;
import static io.tributary.schemas.topic.TenantsTopics.DEAD_LETTERS;
import static io.tributary.schemas.topic.TenantsTopics.MESSAGES;
import static io.tributary.schemas.topic.TenantsTopics.WEBHOOKS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.ConversationEntry;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.InboundMessage;
import io.tributary.processors.tenants.TenantFacts;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.key.tenants.ChannelConversationKey;
import io.tributary.schemas.key.tenants.ConversationKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class TenantsWebhooksTest {

  private static final String HELLO = "chan-1|conv-1|ev-1|hello|";

  @AutoClose private final DrivenTopology topology = DrivenTopology.ofTenants();

  private int facts;

  @Test
  void shouldBringAMessageToAssistantsAndToItsConversation() {
    send(webhook(START, "acme", "chan-1|conv-1|ev-1|hello|image"));

    assertThat(topology.values(MESSAGES))
        .extracting(InboundMessage::toString)
        .containsExactly(
            "{\"tenant_id\": \"acme\", \"conversation_id\": \"conv-1\", \"message_id\": \"ev-1\","
                + " \"provider\": \"line\", \"account\": \"main\", \"channel_type\": \"line\","
                + " \"channel_id\": \"chan-1\", \"sender_id\": \"sender-1\", \"sender_name\":"
                + " \"Alex\", \"sender_number\": null, \"sender_user_id\": null,"
                + " \"sender_parent_user_id\": null, \"sender_username\": null,"
                + " \"channel_conversation_id\": \"native-conv-1\", \"thread_id\": null,"
                + " \"text\": \"hello\", \"attachments\": [{\"kind\": \"image\", \"id\": null,"
                + " \"url\": null, \"name\": null, \"content_type\": null, \"size_bytes\": null}],"
                + " \"sent_at_ms\": 1767225600000, \"accepted_at_ms\": 1772323200000, \"metadata\":"
                + " {\"reply_to\": \"r-1\"}}");
    assertThat(topology.values(CONVERSATION_EVENTS))
        .extracting(event -> event.getEnvelope().getFactId() + " " + event.getEvent())
        .containsExactly("fact-0 {\"message_id\": \"ev-1\", \"content\": \"hello\"}");
    assertThat(entries()).containsExactly("user hello");
  }

  @Test
  void shouldNameTheAttachmentsOfAMessageWithoutText() {
    send(webhook(START, "acme", "chan-1|conv-1|ev-1| |image,document"));

    assertThat(entries()).containsExactly("user [image] [document]");
    assertThat(topology.values(MESSAGES)).extracting(InboundMessage::getText).containsExactly(" ");
  }

  @Test
  void shouldDropARedeliveryForThirtyDaysOfAcceptedAtAlsoAfterAClaim() {
    Duration month = Duration.ofDays(30);
    send(webhook(START, "acme", HELLO));
    send(webhook(START.minusSeconds(3600), "acme", HELLO));
    topology.advance(Duration.ofDays(90));
    send(webhook(START.plus(month).minusMillis(1), "umbrella", HELLO));
    assertThat(topology.keys(MESSAGES)).containsExactly("acme#conv-1#ev-1");
    assertThat(topology.metrics())
        .contains("tributary_processors_duplicates_total{topic=\"tenants.messages\"} 2.0");

    send(webhook(START.plus(month), "umbrella", HELLO));
    assertThat(topology.keys(MESSAGES)).containsExactly("umbrella#conv-1#ev-1");
  }

  @Test
  void shouldBringAMessageThatAClearHasOvertakenToAssistantsAlone() {
    ConversationEvent clear =
        TenantFacts.event("fact", START.plusSeconds(1), "acme", "conv-1", TenantFacts.clear());
    topology.send(CONVERSATION_EVENTS, ConversationKey.of(clear), clear);
    send(webhook(START, "acme", HELLO));
    assertThat(topology.keys(MESSAGES)).containsExactly("acme#conv-1#ev-1");
    assertThat(topology.records(CONVERSATIONS)).isEmpty();

    send(webhook(START.plusSeconds(1), "acme", "chan-1|conv-1|ev-2|after|"));
    assertThat(entries()).containsExactly("user after");
  }

  @Test
  void shouldDistinguishEqualIdsOfTwoChannels() {
    send(webhook(START, "acme", HELLO));
    send(webhook(START, "acme", "chan-2|conv-1|ev-1|hello|"));

    assertThat(topology.records(MESSAGES)).hasSize(2);
  }

  @Test
  void shouldRefuseAnEventUntilItIsAdmitted() {
    for (Admission admission : Admission.values()) {
      if (admission != Admission.ADMITTED) {
        send(TenantFacts.webhook("fact", START, null, admission, HELLO));
      }
    }
    assertThat(topology.codes(DEAD_LETTERS))
        .containsExactly(
            "NO_TENANT_MAPPING",
            "TENANT_INACTIVE",
            "CHANNEL_NOT_ALLOWED",
            "SENDER_NOT_AUTHORIZED",
            "MALFORMED");
    assertThat(topology.records(MESSAGES)).isEmpty();
    assertThat(topology.records(CONVERSATION_EVENTS)).isEmpty();

    send(webhook(START, "acme", HELLO));
    assertThat(topology.records(MESSAGES)).hasSize(1);
  }

  @Test
  void shouldRefuseAMalformedEventWithTheGatewaysReason() {
    ChannelEvent event =
        TenantFacts.webhook("fact", START, null, Admission.MALFORMED, "chan-1|malformed-~h|ev-1");
    event.setMalformed("messages[1].chat_id must not be empty");
    send(event);
    event.setMalformed(null);
    send(event);

    assertThat(topology.headers(DEAD_LETTERS, RecordHeader.REASON))
        .containsExactly("messages[1].chat_id must not be empty", "no reason given");
    assertThat(topology.records(MESSAGES)).isEmpty();
    assertThat(topology.records(CONVERSATION_EVENTS)).isEmpty();
  }

  @Test
  void shouldTakeTheGatewaysWordForIdsThatTheBytesDoNotSayOrThatAnOlderParserTookOtherwise() {
    send(withRaw(webhook(START, "acme", HELLO), "chan-1|conv-1|-|hello|"));
    send(withRaw(webhook(START, "acme", "chan-1|conv-1|ev-2|hello|"), "chan-2|conv-2|ev-1|hello|"));

    assertThat(topology.keys(MESSAGES)).containsExactly("acme#conv-1#ev-1", "acme#conv-1#ev-2");
  }

  private ChannelEvent webhook(Instant at, @Nullable String tenantId, String raw) {
    return TenantFacts.webhook("fact-" + facts++, at, tenantId, Admission.ADMITTED, raw);
  }

  private static ChannelEvent withRaw(ChannelEvent event, String raw) {
    event.setRaw(ByteBuffer.wrap(raw.getBytes(StandardCharsets.UTF_8)));
    return event;
  }

  private void send(ChannelEvent event) {
    topology.send(WEBHOOKS, ChannelConversationKey.of(event), event);
  }

  private List<String> entries() {
    return topology.values(CONVERSATIONS).stream()
        .flatMap(conversation -> conversation.getEntries().stream())
        .map((ConversationEntry entry) -> entry.getRole() + " " + entry.getContent())
        .toList();
  }
}
