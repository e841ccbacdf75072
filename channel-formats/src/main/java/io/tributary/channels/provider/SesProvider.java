package io.tributary.channels.provider;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Kinds;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.event.EpochMillis;
import io.tributary.channels.event.RequestParser;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonReader;
import io.tributary.channels.json.TopLevelStrings;
import io.tributary.channels.mail.Mail;
import io.tributary.channels.mail.MailBody;
import io.tributary.channels.mail.MailEvents;
import io.tributary.channels.mail.MailHeaders;
import io.tributary.channels.mail.MimePart;
import io.tributary.channels.signature.SignatureScheme;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Amazon SES through SNS: one mail, as JSON within JSON. */
final class SesProvider extends MailProvider {

  private static final long LARGEST = 1024 * 1024;
  private static final String TYPE = "Type";
  private static final List<String> VERDICTS = List.of("spam", "virus", "spf", "dkim", "dmarc");

  SesProvider() {
    super(
        "ses",
        "a mail of Amazon SES through SNS, or confirm a subscription of SNS",
        SignatureScheme.Remote.SNS);
  }

  /** Subscriptions, confirmed by now, and their ends; SNS wants no answer. */
  @Override
  public Optional<String> challenge(byte[] body) {
    String type = TopLevelStrings.read(body, Set.of(TYPE)).getOrDefault(TYPE, "");
    return type.equals("SubscriptionConfirmation") || type.equals("UnsubscribeConfirmation")
        ? Optional.of("")
        : Optional.empty();
  }

  /** Messages of SNS have up to 256 KiB. */
  @Override
  public long bodyLimit(long usual) {
    return LARGEST;
  }

  @Override
  public Kinds ignored() {
    return Kinds.of(MailEvents.IGNORED + " subscription notification notice");
  }

  @Override
  public ProviderBatch read(String account, String contentType, byte[] body, long largest) {
    MailEvents events = events(account);
    return events.guarded(body, largest, () -> event(events, body, largest));
  }

  private static ProviderBatch event(MailEvents events, byte[] body, long largest) {
    JsonObject envelope = JsonReader.read(JsonReader.decode(body), RequestParser.MOST_TOKENS);
    String type = envelope.requireText(TYPE);
    if (!type.equals("Notification")) {
      return MailEvents.ignored("subscription");
    }
    String message = envelope.requireText("Message");
    if (!message.stripLeading().startsWith("{")) {
      return MailEvents.ignored("notice");
    }
    JsonObject object = JsonReader.read(message, RequestParser.MOST_TOKENS);
    Optional<String> kind =
        object.lenientText("notificationType").or(() -> object.lenientText("eventType"));
    return kind.filter("Received"::equals).isPresent()
        ? events.read(body, largest, () -> mail(object))
        : MailEvents.ignored(kind.isPresent() ? "notification" : "notice");
  }

  private static Mail mail(JsonObject object) {
    JsonObject mail = object.requireObject("mail");
    JsonObject receipt = object.requireObject("receipt");
    Optional<JsonObject> action = receipt.lenientObject("action");
    Optional<byte[]> mime = object.text("content").map(content -> bytes(content, action));
    MailBody body =
        mime.map(MailBody::read).orElseGet(() -> new MailBody("", "", stored(mail, action)));
    return new Mail(
        mail.requireId("messageId"),
        receipt.requireArray("recipients").texts(),
        mail.lenientText("source").orElse(""),
        mime.map(MailHeaders::of).orElseGet(() -> headers(mail)),
        body.text(),
        body.html(),
        body.attachments(),
        verdicts(receipt),
        EpochMillis.ofIso(mail.lenientText("timestamp")),
        false);
  }

  private static byte[] bytes(String content, Optional<JsonObject> action) {
    boolean encoded =
        action
            .flatMap(object -> object.lenientText("encoding"))
            .filter("BASE64"::equalsIgnoreCase)
            .isPresent();
    // Other characters are skipped: a mail read in part is better than none
    return encoded
        ? Base64.getMimeDecoder().decode(content)
        : content.getBytes(StandardCharsets.UTF_8);
  }

  /** A reference to the mail in S3, if the message lacks it. */
  private static List<Attachment> stored(JsonObject mail, Optional<JsonObject> action) {
    Optional<String> bucket = action.flatMap(object -> object.lenientText("bucketName"));
    Optional<String> key = action.flatMap(object -> object.lenientText("objectKey"));
    return bucket.isPresent() && key.isPresent()
        ? List.of(
            Attachment.newBuilder()
                .setKind("document")
                .setId(mail.requireId("messageId"))
                .setUrl("s3://" + bucket.get() + '/' + key.get())
                .setContentType("message/rfc822")
                .build())
        : List.of();
  }

  /** Headers of a mail that the message lacks. */
  private static String headers(JsonObject mail) {
    return mail.lenientObjects("headers").stream()
        .filter(header -> header.lenientText("name").isPresent())
        .map(
            header ->
                header.lenientText("name").get()
                    + ": "
                    + line(header.lenientText("value").orElse("")))
        .collect(Collectors.joining("\n"));
  }

  private static String line(String value) {
    return value.replaceAll("[\\r\\n]+[ \\t]*", " ");
  }

  private static Map<String, String> verdicts(JsonObject receipt) {
    Map<String, String> verdicts = new TreeMap<>();
    for (String name : VERDICTS) {
      receipt
          .lenientObject(name + "Verdict")
          .flatMap(verdict -> verdict.lenientText("status"))
          .ifPresent(status -> verdicts.put(name, MimePart.shortened(status)));
    }
    return verdicts;
  }
}
