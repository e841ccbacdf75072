package io.tributary.processors.outreach;

import io.tributary.avro.outreach.MessageEntry;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.channels.ProviderMessage;
import io.tributary.schemas.key.KeyPart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The messages that a reply says it comes after: of a mail {@code In-Reply-To} and then {@code
 * References} from the last to the first, of a WhatsApp message the one that it quotes.
 *
 * @param ids without brackets, the nearest first
 */
record AnsweredMessages(List<String> ids) {

  /** Each is looked for in up to 100 conversations. */
  private static final int MOST = 50;

  /** Characters of an id without a domain; shorter ones may be anybody's, or an update_id. */
  private static final int UNMISTAKABLE = 16;

  static AnsweredMessages of(ProviderMessage message) {
    List<String> references =
        new ArrayList<>(List.of(message.metadata().getOrDefault("references", "").split(" ", -1)));
    Collections.reverse(references);
    return new AnsweredMessages(
        Stream.concat(message.threadId().stream(), references.stream())
            .filter(id -> !id.isEmpty())
            .distinct()
            .limit(MOST)
            .toList());
  }

  /** The conversation of the nearest that is in one of these. */
  Optional<OutreachConversation> conversation(List<OutreachConversation> among) {
    return ids.stream()
        .flatMap(id -> among.stream().filter(conversation -> has(conversation, id)))
        .findFirst();
  }

  private static boolean has(OutreachConversation conversation, String id) {
    return isSame(conversation.getEmailId(), id)
        || conversation.getMessages().stream()
            .map(MessageEntry::getMessageId)
            .anyMatch(known -> isSame(known, id));
  }

  /** Mail services return an id without the domain that it gets in the header. */
  private static boolean isSame(@Nullable String known, String id) {
    if (known == null) {
      return false;
    }
    String plain = plain(known);
    return plain.equals(KeyPart.LONG_ID.fitted(id))
        || (plain.length() >= UNMISTAKABLE && id.startsWith(plain + '@'));
  }

  /** An id as it is remembered: without brackets, and its hash if it is longer than ids are. */
  static String plain(String id) {
    String text = id.strip();
    return KeyPart.LONG_ID.fitted(
        text.startsWith("<") && text.endsWith(">") ? text.substring(1, text.length() - 1) : text);
  }
}
