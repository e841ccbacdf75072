package io.tributary.channels.event;

import io.tributary.avro.channels.Attachment;
import java.util.List;

/** Text and attachments of a message; a blank text becomes empty. */
public record Content(String text, List<Attachment> attachments) {

  public static final Content NONE = new Content("", List.of());

  public Content {
    text = text.isBlank() ? "" : text;
    attachments = List.copyOf(attachments);
  }

  public static Content of(String text) {
    return new Content(text, List.of());
  }

  public static Content of(Attachment attachment) {
    return new Content("", List.of(attachment));
  }

  public boolean isEmpty() {
    return text.isEmpty() && attachments.isEmpty();
  }
}
