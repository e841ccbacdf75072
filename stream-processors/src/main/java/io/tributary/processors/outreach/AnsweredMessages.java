package io.tributary.processors.outreach;

import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.channels.ProviderMessage;
import io.tributary.schemas.key.KeyPart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The messages that a reply names: for a mail {@code In-Reply-To} and then {@code References} from
 * the last to the first, for a WhatsApp message the quoted one.
 *
 * @param ids without brackets, the nearest first
 */
record AnsweredMessages(List<String> ids) {

  private static final int MOST = 50;

  /** Length of an id without a domain; a shorter one may be ambiguous, or an update_id. */
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

  /**
   * The conversation of the nearest known message.
   *
   * @param newestFirst the first one wins
   */
  Optional<OutreachConversation> conversation(List<OutreachConversation> newestFirst) {
    if (ids.isEmpty()) {
      return Optional.empty();
    }
    Map<String, OutreachConversation> byId = new HashMap<>();
    newestFirst.forEach(
        conversation -> known(conversation).forEach(id -> byId.putIfAbsent(id, conversation)));
    return ids.stream()
        .flatMap(AnsweredMessages::forms)
        .flatMap(id -> Stream.ofNullable(byId.get(id)))
        .findFirst();
  }

  private static Stream<String> known(OutreachConversation conversation) {
    return Stream.concat(
        Stream.ofNullable(conversation.getEmailId()).map(AnsweredMessages::plain),
        conversation.getMessages().stream()
            .flatMap(entry -> Stream.ofNullable(entry.getMessageId())));
  }

  /** An id with and without its domain: mail services return both. */
  private static Stream<String> forms(String id) {
    int at = id.indexOf('@');
    return at < UNMISTAKABLE ? Stream.of(plain(id)) : Stream.of(plain(id), id.substring(0, at));
  }

  /** An id in stored form: without brackets, hashed if it is too long. */
  static String plain(String id) {
    String text = id.strip();
    return KeyPart.LONG_ID.fitted(
        text.startsWith("<") && text.endsWith(">") ? text.substring(1, text.length() - 1) : text);
  }
}
