package io.tributary.processors.history;

import io.tributary.avro.history.HistoryFeedback;
import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.HistoryThread;
import io.tributary.avro.history.MessageRole;
import io.tributary.avro.history.PostedFeedback;
import io.tributary.avro.history.PostedMessage;
import io.tributary.processors.fact.SameFields;
import io.tributary.schemas.key.history.MessageKey;
import io.tributary.schemas.key.history.ThreadKey;
import java.util.Optional;

/** Rules for messages. */
final class MessageRule {

  private static final char SEPARATOR = '#';
  private static final SameFields OF_THREAD =
      SameFields.of(HistoryThread.getClassSchema(), HistoryMessage.getClassSchema());
  private static final SameFields OF_POST =
      SameFields.of(PostedMessage.getClassSchema(), HistoryMessage.getClassSchema());
  private static final SameFields OF_MESSAGE =
      SameFields.of(HistoryMessage.getClassSchema(), HistoryFeedback.getClassSchema());

  private MessageRule() {}

  /** Id of a message without its timestamp. */
  static String idOf(ThreadKey thread, MessageRole role, String messageId) {
    return prefixOf(thread) + MessageKey.skMessage(role, messageId);
  }

  /** Prefix of the ids of a thread's messages, and perhaps of some others. */
  static String prefixOf(ThreadKey thread) {
    return thread.pk() + SEPARATOR;
  }

  /** A new message in a thread. */
  static HistoryMessage posted(
      EventScope scope, PostedMessage message, HistoryThread thread, long rev) {
    HistoryMessage posted = OF_POST.copy(message, OF_THREAD.copy(thread, new HistoryMessage()));
    posted.setExpiryTimeS(scope.expiry(scope.acceptedAt(), thread.getIsTemporary()));
    posted.setCreatedAtMs(scope.acceptedAt());
    posted.setUpdatedAtMs(scope.acceptedAt());
    posted.setRev(rev);
    return posted;
  }

  /** The message with the life of its thread after a change. */
  static HistoryMessage renewed(EventScope scope, HistoryMessage before, HistoryThread thread) {
    return changed(
        scope, HistoryMessage.newBuilder(before).setExpiryTimeS(thread.getExpiryTimeS()).build());
  }

  /** The message with the feedback; empty when it has that already. */
  static Optional<HistoryMessage> rated(
      EventScope scope, HistoryMessage before, PostedFeedback feedback) {
    HistoryMessage.Builder rated = HistoryMessage.newBuilder(before).setVerso(feedback.getVerso());
    if (feedback.getComment() != null) {
      rated.setFeedback(feedback.getComment().getText());
    }
    HistoryMessage after = rated.build();
    return after.equals(before) ? Optional.empty() : Optional.of(changed(scope, after));
  }

  /** The feedback of a message. */
  static HistoryFeedback feedbackOf(HistoryMessage message) {
    return OF_MESSAGE.copy(message, new HistoryFeedback());
  }

  private static HistoryMessage changed(EventScope scope, HistoryMessage message) {
    return HistoryMessage.newBuilder(message)
        .setUpdatedAtMs(Math.max(message.getUpdatedAtMs(), scope.acceptedAt()))
        .setRev(message.getRev() + 1)
        .build();
  }
}
