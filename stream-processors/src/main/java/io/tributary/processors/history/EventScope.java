package io.tributary.processors.history;

import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.PostedMessage;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.history.ThreadKey;

/**
 * Thread, time and lives of an event.
 *
 * @param acceptedAt epoch milliseconds
 */
record EventScope(ThreadKey thread, long acceptedAt, long life, long temporaryLife) {

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
    if (event.getEvent() instanceof PostedMessage message
        && (message.getContent() == null) == (message.getContentJson() == null)) {
      throw new FactRefusedException(
          FailureCode.INVALID_VALUE, "exactly one of content and content_json must be set");
    }
  }

  /** End of a life that begins or is renewed at that moment, epoch seconds. */
  long expiry(long moment, boolean temporary) {
    return Math.floorDiv(moment, MILLIS) + (temporary ? temporaryLife : life);
  }
}
