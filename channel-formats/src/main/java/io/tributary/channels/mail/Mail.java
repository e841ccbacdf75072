package io.tributary.channels.mail;

import io.tributary.avro.channels.Attachment;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A mail, whoever brought it.
 *
 * @param id what its redeliveries have in common, without the provider's name
 * @param recipients of the envelope, as they came
 * @param returnPath the envelope's sender; empty if it says none
 * @param headers as they came, folded and encoded; what else is said of the mail is read from them
 * @param text as decoded; empty if there is none
 * @param html likewise
 * @param attachments references by name, type, size and digest, without the content
 * @param verdicts what the provider found out, such as {@code spf}
 * @param arrivedAt when the provider got it, epoch milliseconds
 * @param truncated whether the end of the text is missing
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
