package io.tributary.channels.mail;

import io.tributary.channels.Identity;
import io.tributary.channels.MalformedEvent;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.event.Content;
import io.tributary.channels.event.ProviderIds;
import io.tributary.channels.event.RequestParser;
import io.tributary.schemas.json.FieldPath;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes events of mails. A malformed mail is an event, too: providers drop refused mails for good.
 */
public record MailEvents(String provider, String account) {

  public static final String TYPE = "email";

  private static final String NO_AUTHOR = "no_author";

  /** Kinds of mails that are no message of a person. */
  public static final String IGNORED = RequestParser.EMPTY + ' ' + NO_AUTHOR;

  private static final Logger log = LoggerFactory.getLogger(MailEvents.class);

  /**
   * Reads a request.
   *
   * @param body its beginning is kept if malformed
   * @param largest the most bytes of one event
   * @param reading may throw anything
   */
  public ProviderBatch read(byte[] body, long largest, Supplier<Mail> reading) {
    return guarded(
        body,
        largest,
        () -> {
          MailDocument.Written written = MailDocument.fitted(reading.get(), largest);
          return event(written.mail(), written.bytes());
        });
  }

  /** Reads a fact's raw bytes. */
  public ProviderBatch readStored(byte[] raw) {
    return guarded(raw, raw.length, () -> event(MailDocument.read(raw), ByteBuffer.wrap(raw)));
  }

  public static ProviderBatch ignored(String kind) {
    return new ProviderBatch(List.of(), List.of(), Map.of(kind, 1));
  }

  /** The batch, or a malformed event if the reading fails. */
  public ProviderBatch guarded(byte[] body, long largest, Supplier<ProviderBatch> reading) {
    try {
      return reading.get();
    } catch (MalformedEventException e) {
      return malformed(body, largest, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      // From libraries, on hostile input; unhandled, the mail would come again
      // for days, and then be lost
      log.warn("a mail of {} cannot be read", provider, e);
      return malformed(body, largest, "body must be readable as a mail");
    }
  }

  private ProviderBatch malformed(byte[] body, long largest, String reason) {
    ByteBuffer raw = ByteBuffer.wrap(body, 0, (int) Math.min(body.length, largest)).slice();
    String hash = KeyPart.hashed(StandardCharsets.ISO_8859_1.decode(raw.duplicate()).toString());
    return new ProviderBatch(
        List.of(),
        List.of(
            new MalformedEvent(
                ProviderIds.channel(TYPE, account),
                ProviderIds.conversation("malformed", hash),
                ProviderIds.event(provider, "malformed", hash),
                reason,
                raw)),
        Map.of());
  }

  private ProviderBatch event(Mail mail, ByteBuffer raw) {
    MailHeaders headers = MailHeaders.parse(mail.headers());
    String shown = mail.plainText();
    // Some mails hold their text in the subject alone
    Content content =
        new Content(
            shown.isEmpty() && mail.attachments().isEmpty() ? headers.subject().orElse("") : shown,
            mail.attachments());
    String recipient =
        mail.recipients().stream()
            .findFirst()
            .flatMap(MailAddress::alone)
            .orElseThrow(
                () ->
                    MalformedEventException.at(
                        FieldPath.BODY.member("recipient"), "must be a mail address"));
    Optional<MailAddress> sender =
        headers.author().or(() -> MailAddress.alone(mail.returnPath()).map(MailAddress::nameless));
    if (content.isEmpty() || sender.isEmpty()) {
      return ignored(content.isEmpty() ? RequestParser.EMPTY : NO_AUTHOR);
    }
    ProviderMessage message = message(mail, headers, recipient, sender.get(), content, raw);
    return new ProviderBatch(List.of(message), List.of(), Map.of());
  }

  private ProviderMessage message(
      Mail mail,
      MailHeaders headers,
      String recipient,
      MailAddress sender,
      Content content,
      ByteBuffer raw) {
    ChannelKey channel = ProviderIds.channel(TYPE, recipient);
    return new ProviderMessage(
        channel,
        ProviderIds.conversation(TYPE, recipient, sender.address()),
        Optional.of(ProviderIds.event(provider, mail.id())),
        sender.address(),
        sender.name(),
        sender.address(),
        headers.answered(),
        content.text(),
        content.attachments(),
        sentAt(mail, headers),
        metadata(mail, headers),
        raw,
        Identity.NONE);
  }

  private static OptionalLong sentAt(Mail mail, MailHeaders headers) {
    return mail.arrivedAt().isPresent() ? mail.arrivedAt() : headers.date();
  }

  private static Map<String, String> metadata(Mail mail, MailHeaders headers) {
    Map<String, String> metadata = new HashMap<>(mail.verdicts());
    headers.subject().ifPresent(subject -> metadata.put("subject", subject));
    headers.messageId().ifPresent(id -> metadata.put("message_id", id));
    if (!headers.references().isEmpty()) {
      metadata.put("references", String.join(" ", headers.references()));
    }
    if (mail.truncated()) {
      metadata.put("truncated", "true");
    }
    return metadata;
  }
}
