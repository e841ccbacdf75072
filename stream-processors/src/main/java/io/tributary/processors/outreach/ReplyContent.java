package io.tributary.processors.outreach;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.ProviderMessage;
import io.tributary.schemas.item.OutreachItems;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Content of an entry: the message's text, and a line such as {@code [document cv.pdf
 * application/pdf 48213 bytes https://…]} for each attachment.
 */
final class ReplyContent {

  private static final int OF_A_CHARACTER = 0xC0;
  private static final int NOT_ITS_FIRST = 0x80;

  private ReplyContent() {}

  /** At most {@link OutreachItems#MOST_OF_CONTENT} bytes of UTF-8; the end may be missing. */
  static String of(ProviderMessage message) {
    Stream<String> text = Stream.of(message.text()).filter(said -> !said.isBlank());
    Stream<String> lines = message.attachments().stream().map(ReplyContent::line);
    return cut(Stream.concat(text, lines).collect(Collectors.joining("\n")));
  }

  private static String line(Attachment attachment) {
    return Stream.of(
            attachment.getKind(),
            attachment.getName(),
            attachment.getContentType(),
            attachment.getSizeBytes() == null ? null : attachment.getSizeBytes() + " bytes",
            attachment.getUrl() == null ? attachment.getId() : attachment.getUrl())
        .filter(Objects::nonNull)
        .map(known -> known.replaceAll("\\s+", " "))
        .collect(Collectors.joining(" ", "[", "]"));
  }

  private static String cut(String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= OutreachItems.MOST_OF_CONTENT) {
      return content;
    }
    int end = Math.toIntExact(OutreachItems.MOST_OF_CONTENT);
    while ((bytes[end] & OF_A_CHARACTER) == NOT_ITS_FIRST) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }
}
