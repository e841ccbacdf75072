package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Identity;
import io.tributary.channels.MalformedEvent;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TwilioProviderTest {

  private static final String REPLY =
      "SmsMessageSid=SM00000000000000000000000000000001&NumMedia=0&ProfileName=Alex+Doe"
          + "&MessageType=text&SmsSid=SM00000000000000000000000000000001&WaId=447700900123"
          + "&SmsStatus=received&Body=Yes%2C+I+have+a+driving+licence+%26+a+car"
          + "&To=whatsapp%3A%2B447700900999&NumSegments=1&ReferralNumMedia=0"
          + "&MessageSid=SM00000000000000000000000000000001"
          + "&AccountSid=AC00000000000000000000000000000001"
          + "&From=whatsapp%3A%2B447700900123&ApiVersion=2010-04-01";
  private static final String SMS =
      "ToCountry=GB&ToState=&SmsMessageSid=SM00000000000000000000000000000002&NumMedia=0&ToCity="
          + "&FromZip=&SmsSid=SM00000000000000000000000000000002&FromState=&SmsStatus=received"
          + "&FromCity=&Body=&FromCountry=GB&To=%2B447700900888&ToZip=&NumSegments=1"
          + "&MessageSid=SM00000000000000000000000000000002"
          + "&AccountSid=AC00000000000000000000000000000001&From=%2B447700900123"
          + "&ApiVersion=2010-04-01";
  private static final String IDS = "&MessageSid=SM2&AccountSid=AC1&From=%2B1555&To=%2B1666";

  private static ProviderBatch read(TwilioProvider format, String body) {
    return format.read("main", body.getBytes(StandardCharsets.UTF_8));
  }

  private static ProviderMessage message(TwilioProvider format, String body) {
    ProviderBatch batch = read(format, body);
    assertThat(batch.malformed()).isEmpty();
    assertThat(batch.ignored()).isEmpty();
    assertThat(batch.messages()).hasSize(1);
    return batch.messages().get(0);
  }

  private static MalformedEvent malformed(TwilioProvider format, String body) {
    ProviderBatch batch = read(format, body);
    assertThat(batch.messages()).isEmpty();
    assertThat(batch.ignored()).isEmpty();
    assertThat(batch.malformed()).hasSize(1);
    return batch.malformed().get(0);
  }

  @Test
  void shouldReadAReplyOfWhatsApp() {
    assertThat(message(TwilioProvider.WHATSAPP, REPLY))
        .isEqualTo(
            new ProviderMessage(
                new ChannelKey("whatsapp", "+447700900999"),
                "wa-+447700900999-+447700900123",
                Optional.of(
                    "twilio:AC00000000000000000000000000000001:SM00000000000000000000000000000001"),
                "+447700900123",
                Optional.of("Alex Doe"),
                "whatsapp:+447700900123",
                Optional.empty(),
                "Yes, I have a driving licence & a car",
                List.of(),
                OptionalLong.empty(),
                Map.of(
                    "message_sid", "SM00000000000000000000000000000001",
                    "message_type", "text",
                    "wa_id", "447700900123"),
                Bodies.bytes(REPLY),
                new Identity(
                    Optional.of("+447700900123"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    false)));
  }

  @ParameterizedTest
  @CsvSource({
    "+447700900123, GB.1, GB.ENT.1, ada, +447700900123 GB.1 GB.ENT.1 ada",
    "+447700900123, whatsapp:GB.1, '', '', +447700900123 GB.1 - -",
    "GB.1, GB.1, '', '', - GB.1 - -",
    "GB.1, '', '', '', - GB.1 - -",
    "GB.ENT.1, '', '', '', - - GB.ENT.1 -",
    "+447700900123, 'no id', '', '', +447700900123 - - -",
  })
  void shouldReadNumberAndIdsOfASender(
      String from, String id, String parent, String name, String expected) {
    Identity identity =
        message(
                TwilioProvider.WHATSAPP,
                "AccountSid=AC1&MessageSid=SM1&Body=x&To=whatsapp%%3A%%2B447700900999&From=whatsapp%%3A%s&ExternalUserId=%s&ParentExternalUserId=%s&ProfileUsername=%s"
                    .formatted(from.replace("+", "%2B"), id, parent, name))
            .identity();

    assertThat(
            Stream.of(
                    identity.number(),
                    identity.userId(),
                    identity.parentUserId(),
                    identity.userName().filter(known -> !known.isEmpty()))
                .map(known -> known.orElse("-"))
                .collect(Collectors.joining(" ")))
        .isEqualTo(expected);
  }

  @Test
  void shouldReadAnSms() {
    ProviderMessage message = message(TwilioProvider.SMS, SMS.replace("Body=", "Body=caf%C3%A9"));

    assertThat(message.channel()).isEqualTo(new ChannelKey("sms", "+447700900888"));
    assertThat(message.conversationId()).isEqualTo("sms-+447700900888-+447700900123");
    assertThat(message.channelConversationId()).isEqualTo("+447700900123");
    assertThat(message.senderId()).isEqualTo("+447700900123");
    assertThat(message.senderName()).isEmpty();
    assertThat(message.text()).isEqualTo("café");
    assertThat(message.metadata())
        .isEqualTo(Map.of("message_sid", "SM00000000000000000000000000000002"));
  }

  @Test
  void shouldTakeMediaWithoutABody() {
    ProviderMessage message =
        message(
            TwilioProvider.SMS,
            "Body=&NumMedia=3&MediaUrl0=https%3A%2F%2Fapi.example%2FME0&MediaContentType0=image%2Fjpeg"
                + "&MediaUrl1=https%3A%2F%2Fapi.example%2FME1&MediaContentType1=application%2Fpdf"
                + "&MediaUrl2=https%3A%2F%2Fapi.example%2FME2&MediaUrl3=beyond"
                + IDS);

    assertThat(message.text()).isEmpty();
    assertThat(message.attachments())
        .containsExactly(
            file("image", "https://api.example/ME0", "image/jpeg"),
            file("document", "https://api.example/ME1", "application/pdf"),
            file("document", "https://api.example/ME2", null));
  }

  private static Attachment file(String kind, String url, @Nullable String contentType) {
    return Attachment.newBuilder()
        .setKind(kind)
        .setId(null)
        .setUrl(url)
        .setName(null)
        .setContentType(contentType)
        .setSizeBytes(null)
        .build();
  }

  @Test
  void shouldTakePlacesAndButtons() {
    ProviderMessage place =
        message(TwilioProvider.SMS, "Body=&Latitude=51.50&Longitude=-0.12&Label=Office" + IDS);
    assertThat(place.attachments()).hasSize(1);
    assertThat(place.attachments().get(0).getKind()).isEqualTo("location");
    assertThat(place.attachments().get(0).getUrl()).isEqualTo("geo:51.50,-0.12");
    assertThat(place.attachments().get(0).getName()).isEqualTo("Office");

    ProviderMessage button =
        message(
            TwilioProvider.SMS,
            "Body=+&ButtonText=Call+me&ButtonPayload=call&OriginalRepliedMessageSid=SM1" + IDS);
    assertThat(button.text()).isEqualTo("Call me");
    assertThat(button.metadata())
        .isEqualTo(Map.of("message_sid", "SM2", "button_payload", "call", "replied_to", "SM1"));
    assertThat(message(TwilioProvider.SMS, "Body=said&ButtonText=pressed" + IDS).text())
        .isEqualTo("said");
  }

  @Test
  void shouldIgnoreReportsAndEmptyMessages() {
    assertThat(read(TwilioProvider.SMS, SMS).ignored()).isEqualTo(Map.of("empty", 1));
    assertThat(
            read(TwilioProvider.SMS, "Body=x&MessageStatus=delivered&SmsStatus=delivered")
                .ignored())
        .isEqualTo(Map.of("status_delivered", 1));
    assertThat(read(TwilioProvider.WHATSAPP, "SmsStatus=read" + IDS).ignored())
        .isEqualTo(Map.of("status_read", 1));
    assertThat(message(TwilioProvider.SMS, "Body=x&SmsStatus=receiving" + IDS).text())
        .isEqualTo("x");
  }

  /** Companies have one number for both, and tenants are found by channel. */
  @Test
  void shouldNeverTakeOneChannelForTheOther() {
    MalformedEvent sms = malformed(TwilioProvider.SMS, REPLY);
    assertThat(sms.reason()).isEqualTo("To must be an address of sms");
    assertThat(sms.channel()).isEqualTo(new ChannelKey("sms", "main"));
    assertThat(sms.eventId()).startsWith("twilio-sms:malformed:~");
    assertThat(sms.raw()).isEqualTo(Bodies.bytes(REPLY));

    MalformedEvent whatsapp = malformed(TwilioProvider.WHATSAPP, "Body=x" + IDS);
    assertThat(whatsapp.reason()).isEqualTo("To must be an address of whatsapp");
    assertThat(whatsapp.channel()).isEqualTo(new ChannelKey("whatsapp", "main"));

    MalformedEvent mixed =
        malformed(TwilioProvider.WHATSAPP, REPLY.replace("From=whatsapp%3A", "From="));
    assertThat(mixed.reason()).isEqualTo("From must be an address of whatsapp");
    assertThat(mixed.channel()).isEqualTo(new ChannelKey("whatsapp", "+447700900999"));

    assertThat(
            malformed(TwilioProvider.SMS, ("Body=x" + IDS).replace("To=", "To=messenger:"))
                .reason())
        .isEqualTo("To must be an address of sms");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Body=x                                        | To must be text or an integer",
        "Body=x&To=&From=1&MessageSid=2&AccountSid=3   | To must not be empty",
        "Body=x&To=1&MessageSid=2&AccountSid=3         | From must be text or an integer",
        "Body=x&To=1&From=2&AccountSid=3               | MessageSid must be text or an integer",
        "Body=x&To=1&From=2&MessageSid=3               | AccountSid must be text or an integer",
        "Body=x&To=1&To=1&From=2&MessageSid=3&AccountSid=4 | To must be text or an integer",
        "Body=x&Body=y&To=1&From=2&MessageSid=3&AccountSid=4 | Body must be text",
        "NumMedia=1&To=1&From=2&MessageSid=3&AccountSid=4 | MediaUrl0 must be text",
        "NumMedia=100&To=1&From=2&MessageSid=3&AccountSid=4 | NumMedia must be a number of files, 99 at most",
      })
  void shouldNameThePlaceAndTheRule(String body, String reason) {
    assertThat(malformed(TwilioProvider.SMS, body).reason()).isEqualTo(reason);
  }
}
