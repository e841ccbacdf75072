package io.tributary.channels.mail;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.MalformedEventException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The body of a mail.
 *
 * @param text decoded; empty if there is none
 * @param html decoded
 * @param attachments references to files
 */
public record MailBody(String text, String html, List<Attachment> attachments) {

  public MailBody {
    attachments = List.copyOf(attachments);
  }

  /** Reads a whole MIME message; {@link MalformedEventException} beyond the bounds. */
  public static MailBody read(byte[] mime) {
    List<String> texts = new ArrayList<>();
    List<String> htmls = new ArrayList<>();
    List<Attachment> attachments = new ArrayList<>();
    MimeParts.read(
        mime,
        Optional.empty(),
        (part, content) -> {
          if (part.isFile()) {
            attachments.add(part.reference(content));
          } else {
            byte[] bytes = content.readAllBytes();
            if (part.contentType().equals("text/html")) {
              htmls.add(MailText.decodeHtml(bytes, part.charset()));
            } else {
              texts.add(MailText.decode(bytes, part.charset()));
            }
          }
        });
    return new MailBody(String.join("\n", texts), String.join("\n", htmls), attachments);
  }
}
