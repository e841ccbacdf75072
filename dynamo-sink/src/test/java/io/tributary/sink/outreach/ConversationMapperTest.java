package io.tributary.sink.outreach;

import static io.tributary.sink.kit.FamilyWrites.text;
import static io.tributary.sink.outreach.Conversations.KEY;
import static io.tributary.sink.outreach.Conversations.begun;
import static io.tributary.sink.outreach.Conversations.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.sink.item.Item;
import io.tributary.sink.kit.FamilyWrites;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.write.ExpiredDelete;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items are compared with literals written from the schema's document, down from record bytes. */
final class ConversationMapperTest {

  private final FamilyWrites writes = new FamilyWrites(new OutreachFamily());

  @ParameterizedTest
  @CsvSource({"whatsapp, gsi_company_whatsapp_number", "sms, gsi_company_sms_number"})
  void shouldIndexTheNumberOfTheChannelThatIsUsedAlone(ChannelMethod method, String attribute) {
    ConversationRequest request = tel(method).setCompanySender("+447588713814").build();

    assertThat(item(begun(request).build()))
        .containsEntry("channel_method", text(method.name()))
        .containsEntry(attribute, text("+447588713814"))
        .satisfies(
            item -> assertThat(indexKeys(item)).containsOnly("gsi_recipient_tel", attribute));
  }

  @Test
  void shouldIndexTheAddressesOfMail() {
    ConversationRequest request =
        request(ChannelMethod.email)
            .setRecipientEmail("j.doe@example.com")
            .setCompanySender("replies@company.example")
            .build();
    OutreachConversation mail =
        begun(request)
            .setPrimaryChannel("j.doe@example.com")
            .setConversationId("ci-aaa-001#pi-aaa-001#req123#j.doe@example.com")
            .build();

    assertThat(item("j.doe@example.com#ci-aaa-001#pi-aaa-001#req123#j.doe@example.com", mail))
        .containsEntry("primary_channel", text("j.doe@example.com"))
        .containsEntry("conversation_id", text("ci-aaa-001#pi-aaa-001#req123#j.doe@example.com"))
        .containsEntry("channel_method", text("email"))
        .containsEntry("gsi_recipient_email", text("j.doe@example.com"))
        .containsEntry("gsi_company_email", text("replies@company.example"))
        .doesNotContainKey("recipient_tel")
        .satisfies(
            item ->
                assertThat(indexKeys(item))
                    .containsOnly("gsi_recipient_email", "gsi_company_email"));
  }

  @Test
  void shouldKeepEmptyTextsButNoEmptyIndexKey() {
    assertThat(item(begun(tel(ChannelMethod.sms).setCompanyName("").build()).build()))
        .containsEntry("company_name", text(""));
    assertRefused(KEY, begun(tel(ChannelMethod.sms).setCompanySender("").build()).build());
    assertRefused(KEY, begun(tel(ChannelMethod.sms).setRecipientEmail("").build()).build());
  }

  @Test
  void shouldDeleteAForgottenConversationOnlyOnceItHasExpired() {
    assertThat(writes.tombstone("outreach.conversations", KEY))
        .isEqualTo(
            new Decoded.Write(
                new ExpiredDelete(
                    "conversations-dev",
                    new Item(
                        Map.of(
                            "primary_channel", text("+447123456789"),
                            "conversation_id", text("ci-aaa-001#pi-aaa-001#req123#447123456789"))),
                    "ttl")));
  }

  @Test
  void shouldRefuseAKeyThatTheValueDoesNotImply() {
    ConversationRequest request = tel(ChannelMethod.sms).build();

    assertRefused("+447123456789#ci-aaa-001#other#req123#447123456789", begun(request).build());
    assertRefused(KEY, begun(request).setPrimaryChannel("+447123456780").build());
    assertRefused(KEY, begun(request).setConversationId("ci#pi#req#447123456789").build());
    assertRefused(KEY, begun(tel(ChannelMethod.sms).setRequestId("2").build()).build());
  }

  @Test
  void shouldRefuseValuesThatNoAttributeHolds() {
    ConversationRequest request = tel(ChannelMethod.sms).build();

    assertRefused(KEY, begun(request).setCreatedAtMs(Long.MAX_VALUE).build());
    assertRefused(KEY, begun(request).setUpdatedAtMs(Long.MIN_VALUE).build());
    assertRefused(KEY, begun(tel(ChannelMethod.sms).setProjectDataJson("7").build()).build());
    assertRefused(KEY, begun(tel(ChannelMethod.sms).setAiConfigJson("{\"\":1}").build()).build());
  }

  private static ConversationRequest.Builder tel(ChannelMethod method) {
    return request(method).setRecipientTel("+447123456789");
  }

  private Map<String, AttributeValue> item(OutreachConversation conversation) {
    return item(KEY, conversation);
  }

  private Map<String, AttributeValue> item(String key, OutreachConversation conversation) {
    return writes.item("conversations-dev", "primary_channel", key, conversation);
  }

  private void assertRefused(String key, OutreachConversation conversation) {
    assertThat(writes.decode(key, conversation)).isInstanceOf(Decoded.Unwritable.class);
  }

  private static List<String> indexKeys(Map<String, AttributeValue> item) {
    return item.keySet().stream().filter(name -> name.startsWith("gsi_")).toList();
  }
}
