package io.tributary.processors.history;

import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.PostedFeedback;
import io.tributary.avro.history.PostedMessage;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.history.ThreadKey;

/**
 * Thread, time and lives of an event.
 *
 * @param acceptedAt epoch milliseconds
 */
record EventScope(ThreadKey thread, long acceptedAt, long life, long temporaryLife) {

  private static final long LONGEST_LIFE = 9_999_999_999L;
  private static final long MILLIS = 1000;

  static EventScope of(HistoryEvent event) {
    return new EventScope(
        threadOf(event),
        event.getEnvelope().getAcceptedAtMs(),
        event.getLifeS(),
        event.getTemporaryLifeS());
  }

  static ThreadKey threadOf(HistoryEvent event) {
    return ThreadKey.of(
        event.getOrgId(), event.getTenantId(), event.getUserId(), event.getThreadId());
  }

  /** Refuses an event that the gateway would have refused; other producers write, too. */
  static void check(HistoryEvent event) {
    FactRefusedException.requireMoment("accepted_at_ms", event.getEnvelope().getAcceptedAtMs());
    FactRefusedException.requireWithin("life_s", event.getLifeS(), 1, LONGEST_LIFE);
    FactRefusedException.requireWithin(
        "temporary_life_s", event.getTemporaryLifeS(), 1, LONGEST_LIFE);
    if (event.getEvent() instanceof PostedMessage message) {
      KeyPart.ID.require("message_id", message.getMessageId());
      FactRefusedException.requireMoment("timestamp_ms", message.getTimestampMs());
      if ((message.getContent() == null) == (message.getContentJson() == null)) {
        throw new FactRefusedException(
            FailureCode.INVALID_VALUE, "exactly one of content and content_json must be set");
      }
    } else if (event.getEvent() instanceof PostedFeedback feedback) {
      KeyPart.ID.require("message_id", feedback.getMessageId());
    }
  }

  /** End of a life that begins or is renewed at that moment, epoch seconds. */
  long expiry(long moment, boolean temporary) {
    return Math.floorDiv(moment, MILLIS) + (temporary ? temporaryLife : life);
  }
}
