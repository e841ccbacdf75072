package io.tributary.processors;

import io.tributary.avro.envelope.ClockTick;
import io.tributary.avro.history.FeedbackComment;
import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.MessageRole;
import io.tributary.avro.history.PostedFeedback;
import io.tributary.avro.history.PostedMessage;
import io.tributary.avro.history.ThreadDetails;
import io.tributary.avro.history.Verso;
import io.tributary.schemas.key.history.ThreadKey;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** Events of the history family as the gateway stamps them: items live a year, or a day. */
final class Events {

  static final ThreadKey THREAD = ThreadKey.of("org123", "tenantA", "user456", "thread789");
  static final Verso UP = Verso.up;
  static final Verso DOWN = Verso.down;

  private Events() {}

  static HistoryEvent event(String factId, Instant acceptedAt, SpecificRecordBase what) {
    return event(THREAD, factId, acceptedAt, what);
  }

  static HistoryEvent event(
      ThreadKey thread, String factId, Instant acceptedAt, SpecificRecordBase what) {
    return HistoryEvent.newBuilder()
        .setEnvelope(Facts.envelope(factId, acceptedAt))
        .setOrgId(thread.orgId())
        .setTenantId(thread.tenantId().orElse(null))
        .setUserId(thread.userId())
        .setThreadId(thread.threadId())
        .setLifeS(31_536_000)
        .setTemporaryLifeS(86_400)
        .setEvent(what)
        .build();
  }

  /** The same event of a gateway with other settings. */
  static HistoryEvent living(long seconds, long temporarySeconds, HistoryEvent event) {
    return HistoryEvent.newBuilder(event)
        .setLifeS(seconds)
        .setTemporaryLifeS(temporarySeconds)
        .build();
  }

  static PostedMessage question(String messageId, long timestamp) {
    return message(MessageRole.user, messageId, timestamp);
  }

  static PostedMessage answer(String messageId, long timestamp) {
    return message(MessageRole.assistant, messageId, timestamp);
  }

  static PostedMessage message(MessageRole role, String messageId, long timestamp) {
    return PostedMessage.newBuilder()
        .setMessageId(messageId)
        .setRole(role)
        .setTimestampMs(timestamp)
        .setContent("Here's an example with an apostrophe")
        .build();
  }

  static ThreadDetails details(
      @Nullable String title, @Nullable String origin, @Nullable Boolean temporary) {
    return ThreadDetails.newBuilder()
        .setTitle(title)
        .setOrigin(origin)
        .setIsTemporary(temporary)
        .build();
  }

  static PostedFeedback feedback(String messageId, @Nullable Verso verso) {
    return PostedFeedback.newBuilder().setMessageId(messageId).setVerso(verso).build();
  }

  static PostedFeedback feedback(
      String messageId, @Nullable Verso verso, @Nullable String comment) {
    return PostedFeedback.newBuilder(feedback(messageId, verso))
        .setComment(FeedbackComment.newBuilder().setText(comment).build())
        .build();
  }

  static ClockTick tick() {
    return ClockTick.newBuilder().build();
  }
}
