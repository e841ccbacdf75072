package io.tributary.channels;

import io.tributary.avro.channels.Attachment;
import java.util.List;

/**
 * What a message says.
 *
 * @param text empty if it is blank
 */
record Content(String text, List<Attachment> attachments) {

  static final Content NONE = new Content("", List.of());

  Content {
    text = text.isBlank() ? "" : text;
    attachments = List.copyOf(attachments);
  }

  static Content of(String text) {
    return new Content(text, List.of());
  }

  static Content of(Attachment attachment) {
    return new Content("", List.of(attachment));
  }

  boolean isEmpty() {
    return text.isEmpty() && attachments.isEmpty();
  }
}
