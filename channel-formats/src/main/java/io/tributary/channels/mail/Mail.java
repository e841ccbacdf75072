package io.tributary.channels.mail;

import io.tributary.avro.channels.Attachment;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A mail of any provider.
 *
 * @param id shared by redeliveries, without the provider's name
 * @param recipients of the envelope
 * @param returnPath sender of the envelope; empty if unknown
 * @param headers folded and encoded
 * @param attachments references without content
 * @param verdicts of the provider, such as {@code spf}
 * @param arrivedAt at the provider, epoch milliseconds
 * @param truncated whether the text is cut
 */
public record Mail(
    String id,
    List<String> recipients,
    String returnPath,
    String headers,
    String text,
    String html,
    List<Attachment> attachments,
    Map<String, String> verdicts,
    OptionalLong arrivedAt,
    boolean truncated) {

  public Mail {
    recipients = List.copyOf(recipients);
    attachments = List.copyOf(attachments);
    verdicts = Map.copyOf(verdicts);
  }

  /** The visible text: the plain one, otherwise that of the HTML. */
  public String plainText() {
    String shown = text.isBlank() ? HtmlText.of(html) : text;
    return shown.replace("\r\n", "\n").strip();
  }

  public Mail withBody(String otherText, String otherHtml, boolean cut) {
    return new Mail(
        id,
        recipients,
        returnPath,
        headers,
        otherText,
        otherHtml,
        attachments,
        verdicts,
        arrivedAt,
        cut);
  }
}
