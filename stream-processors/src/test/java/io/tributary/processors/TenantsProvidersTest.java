package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.schemas.topic.TenantsTopics.DEAD_LETTERS;
import static io.tributary.schemas.topic.TenantsTopics.MESSAGES;
import static io.tributary.schemas.topic.TenantsTopics.WEBHOOKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.InboundMessage;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.key.ChannelConversationKey;
import io.tributary.schemas.topic.Family;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What each provider sends, as the whole topology reads it. */
final class TenantsProvidersTest {

  private static final String ACCOUNT = "0123456789abcdef";

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.TENANTS);

  @Test
  void shouldReadSlack() {
    send(
        event("slack", "slack", "T0000000001")
            .setConversationId("slack-D0000000001")
            .setEventId("slack:T0000000001:Ev0000000001"),
        """
        {"team_id":"T0000000001","event":{"type":"message","channel":"D0000000001",\
        "user":"U0000000001","text":"what is the sprint status?","ts":"1767225600.000200",\
        "channel_type":"im"},"type":"event_callback","event_id":"Ev0000000001"}""");

    assertRead("what is the sprint status?", "U0000000001");
  }

  @Test
  void shouldReadTeams() {
    send(
        event("teams", "teams", "33333333-3333-4333-8333-333333333333")
            .setConversationId("teams-a:1bbb")
            .setEventId("teams:33333333-3333-4333-8333-333333333333:a:1bbb:1767225600123"),
        """
        {"type":"message","id":"1767225600123","timestamp":"2026-01-01T00:00:00.123Z",\
        "serviceUrl":"https://smba.trafficmanager.net/emea/","channelId":"msteams",\
        "from":{"id":"29:1aaa","aadObjectId":"11111111-1111-4111-8111-111111111111"},\
        "conversation":{"id":"a:1bbb","conversationType":"personal"},\
        "recipient":{"id":"28:33333333-3333-4333-8333-333333333333"},"text":"sprint status"}""");

    assertRead("sprint status", "11111111-1111-4111-8111-111111111111");
  }

  @Test
  void shouldReadTelegram() {
    send(
        event("telegram", "telegram", ACCOUNT)
            .setConversationId("tg--1001234567890")
            .setEventId("telegram:0123456789abcdef:100"),
        """
        {"update_id":100,"message":{"message_id":42,"from":{"id":123456789,"is_bot":false},\
        "chat":{"id":-1001234567890,"type":"supergroup"},"date":1767225600,\
        "text":"/status@t3nets_bot team alpha"}}""");

    assertRead("sprint status team alpha", "123456789");
  }

  @Test
  void shouldReadWhapi() {
    send(
        event("whapi", "whatsapp", ACCOUNT)
            .setConversationId("wa-447700900123@s.whatsapp.net")
            .setEventId("whapi:CHAN-0001:p.w30M7fgwWD4XwHu.g4CA-0001"),
        """
        {"messages":[{"id":"p.w30M7fgwWD4XwHu.g4CA-0001","from_me":false,"type":"text",\
        "chat_id":"447700900123@s.whatsapp.net","timestamp":1767225600,\
        "text":{"body":"Hello world"},"from":"447700900123"}],\
        "event":{"type":"messages","event":"post"},"channel_id":"CHAN-0001"}""");

    assertRead("Hello world", "447700900123");
  }

  @Test
  void shouldReadMeta() {
    send(
        event("meta", "whatsapp", "106540352242922")
            .setConversationId("wa-106540352242922-16505551234")
            .setEventId("meta:106540352242922:wamid.HBgL"),
        """
        {"object":"whatsapp_business_account","entry":[{"id":"1","changes":[{"value":{\
        "messaging_product":"whatsapp","metadata":{"phone_number_id":"106540352242922"},\
        "messages":[{"from":"16505551234","id":"wamid.HBgL","timestamp":"1767225600",\
        "type":"text","text":{"body":"caf\\u00e9 \\u2764"}}]},"field":"messages"}]}]}""");

    assertRead("caf\u00e9 \u2764", "16505551234");
  }

  @Test
  void shouldReadWhatSpeaksTheGenericForm() {
    send(
        event("generic", "generic", ACCOUNT)
            .setConversationId("room-7")
            .setEventId("generic:0123456789abcdef:msg_1"),
        """
        {"conversation_id":"room-7","sender":{"id":"alex"},"text":"hello"}""");

    assertRead("hello", "alex");
  }

  /** As after a release that reads more strictly than the gateway did. */
  @Test
  void shouldSayWhatIsWrongWithBytesThatAreNoMessageAnyMore() {
    send(
        event("telegram", "telegram", ACCOUNT)
            .setConversationId("tg-1")
            .setEventId("telegram:0123456789abcdef:100"),
        "{\"update_id\":100,\"message\":{\"text\":7}}");

    assertThat(topology.headers(DEAD_LETTERS, RecordHeader.REASON))
        .containsExactly("message.text must be text");
    assertThat(topology.records(MESSAGES)).isEmpty();
  }

  private static ChannelEvent.Builder event(String provider, String type, String id) {
    return ChannelEvent.newBuilder()
        .setEnvelope(Facts.envelope("fact-1", START))
        .setProvider(provider)
        .setAccount(ACCOUNT)
        .setChannelType(type)
        .setChannelId(id)
        .setTenantId("acme")
        .setAdmission(Admission.ADMITTED);
  }

  private void send(ChannelEvent.Builder event, String raw) {
    ChannelEvent sent = event.setRaw(ByteBuffer.wrap(raw.getBytes(StandardCharsets.UTF_8))).build();
    topology.send(WEBHOOKS, ChannelConversationKey.of(sent), sent);
  }

  private void assertRead(String text, String senderId) {
    assertThat(topology.keys(DEAD_LETTERS)).isEmpty();
    assertThat(topology.values(MESSAGES))
        .extracting(InboundMessage::getText, InboundMessage::getSenderId)
        .containsExactly(tuple(text, senderId));
  }
}
