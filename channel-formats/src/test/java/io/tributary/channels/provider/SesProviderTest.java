package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Identity;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class SesProviderTest {

  private static final String SNS = "{\"type\":\"SNS\",\"encoding\":\"UTF-8\"}";

  @Test
  void shouldReadAMailWithItsContent() {
    ProviderMessage message = Mails.one(Mails.ses(Mails.sns(Mails.received(SNS, Mails.MIME))));

    assertThat(message)
        .isEqualTo(
            new ProviderMessage(
                new ChannelKey("email", "replies@company.example"),
                "email-replies@company.example-alex.doe@example.com",
                Optional.of("ses:d6iitobk75ur44p8kdnnp7g2n800"),
                "alex.doe@example.com",
                Optional.of("Alex Doe"),
                "alex.doe@example.com",
                Optional.of("out-2@company.example"),
                "Yes",
                List.of(),
                OptionalLong.of(1767225600000L),
                Map.of(
                    "subject",
                    "Re: your application",
                    "message_id",
                    "ABC-1@example.com",
                    "references",
                    "out-1@company.example out-2@company.example",
                    "spam",
                    "PASS",
                    "virus",
                    "PASS",
                    "spf",
                    "FAIL",
                    "dkim",
                    "GRAY",
                    "dmarc",
                    "PASS"),
                message.raw(),
                Identity.NONE));
  }

  @Test
  void shouldReadContentInBase64() {
    String content = Base64.getEncoder().encodeToString(Mails.bytes(Mails.MIME + "caf\u00e9"));
    String action = "{\"type\":\"SNS\",\"encoding\":\"BASE64\"}";

    assertThat(Mails.one(Mails.ses(Mails.sns(Mails.received(action, content)))).text())
        .isEqualTo("Yes\ncaf\u00e9");
  }

  @Test
  void shouldNameThePlaceOfASkippedMail() {
    String action = "{\"type\":\"S3\",\"bucketName\":\"mails\",\"objectKey\":\"in/d6ii\"}";

    ProviderMessage message = Mails.one(Mails.ses(Mails.sns(Mails.received(action, ""))));

    assertThat(message.text()).isEmpty();
    assertThat(message.senderId()).isEqualTo("alex.doe@example.com");
    assertThat(message.attachments())
        .containsExactly(
            new Attachment(
                "document",
                "d6iitobk75ur44p8kdnnp7g2n800",
                "s3://mails/in/d6ii",
                null,
                "message/rfc822",
                null));
  }

  @Test
  void shouldIgnoreNoticesThatAreNoMail() {
    Map<String, String> kinds =
        Map.of(
            "Successfully validated SNS topic for Amazon SES event publishing.",
            "notice",
            "{\"Service\":\"Amazon S3\",\"Event\":\"s3:TestEvent\"}",
            "notice",
            "[1]",
            "notice",
            "",
            "notice",
            "{\"notificationType\":\"Bounce\"}",
            "notification",
            "{\"eventType\":\"Delivery\"}",
            "notification");
    kinds.forEach(
        (text, kind) ->
            assertThat(Mails.ses(Mails.sns(text)))
                .as(text)
                .isEqualTo(new ProviderBatch(List.of(), List.of(), Map.of(kind, 1))));
    assertThat(Mails.malformed(Mails.ses(Mails.sns("{\"notificationType\":"))).reason())
        .isEqualTo("body must be well-formed JSON");
  }
}
