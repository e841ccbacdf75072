package io.tributary.channels.provider;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Kinds;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.definition.AccountFields;
import io.tributary.channels.event.AttachmentFields;
import io.tributary.channels.event.RequestParser;
import io.tributary.channels.form.FormData;
import io.tributary.channels.json.JsonArray;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonReader;
import io.tributary.channels.mail.Mail;
import io.tributary.channels.mail.MailAddress;
import io.tributary.channels.mail.MailBody;
import io.tributary.channels.mail.MailEvents;
import io.tributary.channels.mail.MailHeaders;
import io.tributary.channels.mail.MailText;
import io.tributary.channels.mail.MimePart;
import io.tributary.channels.signature.EcdsaSignature;
import io.tributary.channels.signature.PublicKeys;
import io.tributary.schemas.key.KeyPart;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** SendGrid Inbound Parse: one mail, as form fields or as MIME. */
final class SendgridProvider extends MailProvider {

  private static final long LARGEST = 30L * 1024 * 1024;

  /** SendGrid repeats for 72 hours. */
  private static final Duration OLDEST = Duration.ofHours(73);

  private static final Map<String, String> VERDICTS =
      Map.of("SPF", "spf", "dkim", "dkim", "spam_score", "spam");

  /** Form fields that replace missing headers. */
  private static final Map<String, String> HEADERS =
      new TreeMap<>(Map.of("from", "From", "to", "To", "subject", "Subject"));

  SendgridProvider() {
    super(
        "sendgrid",
        "a mail of SendGrid Inbound Parse",
        new EcdsaSignature(
            "X-Twilio-Email-Event-Webhook-Signature",
            "X-Twilio-Email-Event-Webhook-Timestamp",
            OLDEST));
  }

  @Override
  public AccountFields fields() {
    return super.fields()
        .withPublicKeys(
            "must be an elliptic curve's public key (SubjectPublicKeyInfo) in base64",
            key -> PublicKeys.readBase64("EC", key));
  }

  /** Mails have up to 30 MB in all. */
  @Override
  public long bodyLimit(long usual) {
    return LARGEST;
  }

  @Override
  public Kinds ignored() {
    return Kinds.of(MailEvents.IGNORED);
  }

  @Override
  public ProviderBatch read(String account, String contentType, byte[] body, long largest) {
    return events(account).read(body, largest, () -> mail(FormData.read(contentType, body)));
  }

  private static Mail mail(FormData form) {
    Optional<byte[]> mime = form.bytes("email");
    Optional<JsonObject> charsets = object(form, "charsets");
    MailBody body =
        mime.map(MailBody::read)
            .orElseGet(
                () ->
                    new MailBody(
                        text(form, charsets, "text"),
                        form.bytes("html")
                            .map(html -> MailText.decodeHtml(html, charset(charsets, "html")))
                            .orElse(""),
                        attachments(form)));
    String headers =
        completed(
            mime.map(MailHeaders::of).orElseGet(() -> headers(form, charsets)), form, charsets);
    return mail(form, headers, body);
  }

  private static Mail mail(FormData form, String headers, MailBody body) {
    MailHeaders read = MailHeaders.parse(headers);
    Optional<JsonObject> envelope = object(form, "envelope");
    List<String> recipients =
        envelope
            .flatMap(object -> object.lenientArray("to"))
            .map(JsonArray::texts)
            .filter(to -> !to.isEmpty())
            .orElseGet(() -> addressee(read));
    String returnPath = envelope.flatMap(object -> object.lenientText("from")).orElse("");
    return new Mail(
        id(read, recipients, returnPath, body),
        recipients,
        returnPath,
        headers,
        body.text(),
        body.html(),
        body.attachments(),
        verdicts(form),
        OptionalLong.empty(),
        false);
  }

  /** The message id; without one, a hash of all that repeats share. */
  private static String id(
      MailHeaders headers, List<String> recipients, String returnPath, MailBody body) {
    return headers
        .messageId()
        .map(id -> id.toLowerCase(Locale.ROOT))
        .orElseGet(
            () ->
                KeyPart.hashed(
                    Stream.of(
                            recipients.stream(),
                            Stream.of(returnPath, headers.first("date").orElse("")),
                            Stream.of(body.text(), body.html()),
                            body.attachments().stream().map(Attachment::getId))
                        .flatMap(parts -> parts)
                        .collect(Collectors.joining("\n"))));
  }

  private static List<String> addressee(MailHeaders headers) {
    return headers.first("to").flatMap(MailAddress::first).map(MailAddress::address).stream()
        .toList();
  }

  /** The headers, completed from other fields. */
  private static String completed(String headers, FormData form, Optional<JsonObject> charsets) {
    MailHeaders read = MailHeaders.parse(headers);
    StringBuilder completed = new StringBuilder(headers.stripTrailing());
    HEADERS.forEach(
        (field, name) -> {
          String text = text(form, charsets, field).replaceAll("\\s+", " ").strip();
          if (read.first(field).isEmpty() && !text.isEmpty()) {
            completed
                .append(completed.isEmpty() ? "" : "\n")
                .append(name)
                .append(": ")
                .append(text);
          }
        });
    return completed.toString();
  }

  private static Map<String, String> verdicts(FormData form) {
    Map<String, String> verdicts = new TreeMap<>();
    VERDICTS.forEach(
        (field, name) ->
            form.bytes(field)
                .map(bytes -> MimePart.shortened(MailText.decode(bytes, Optional.empty()).strip()))
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> verdicts.put(name, text)));
    return verdicts;
  }

  /** Files of the form; the form's own description goes before theirs. */
  private static List<Attachment> attachments(FormData form) {
    Optional<JsonObject> info = object(form, "attachment-info");
    List<Attachment> attachments = new ArrayList<>();
    form.files()
        .forEach(
            (field, file) ->
                attachments.add(
                    info.flatMap(object -> object.lenientObject(field))
                        .map(object -> described(file, object))
                        .orElse(file)));
    return attachments;
  }

  private static Attachment described(Attachment file, JsonObject object) {
    Attachment.Builder described = Attachment.newBuilder(file);
    object
        .lenientText("filename")
        .or(() -> object.lenientText("name"))
        .ifPresent(name -> described.setName(MimePart.shortened(name)));
    object
        .lenientText("type")
        .map(type -> MimePart.shortened(type.toLowerCase(Locale.ROOT)))
        .ifPresent(type -> described.setContentType(type).setKind(AttachmentFields.kind(type)));
    return described.build();
  }

  private static String text(FormData form, Optional<JsonObject> charsets, String field) {
    return form.bytes(field)
        .map(bytes -> MailText.decode(bytes, charset(charsets, field)))
        .orElse("");
  }

  /** Headers, of which characters beside ASCII are mostly in the subject's set. */
  private static String headers(FormData form, Optional<JsonObject> charsets) {
    Optional<String> named = charset(charsets, "headers").or(() -> charset(charsets, "subject"));
    return form.bytes("headers").map(bytes -> MailText.decodeLines(bytes, named)).orElse("");
  }

  private static Optional<String> charset(Optional<JsonObject> charsets, String field) {
    return charsets.flatMap(object -> object.lenientText(field));
  }

  /** A field's JSON object, which only describes; empty if invalid. */
  private static Optional<JsonObject> object(FormData form, String field) {
    try {
      return form.bytes(field)
          .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
          .map(text -> JsonReader.read(text, RequestParser.MOST_TOKENS));
    } catch (MalformedEventException e) {
      return Optional.empty();
    }
  }
}
