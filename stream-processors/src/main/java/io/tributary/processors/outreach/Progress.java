package io.tributary.processors.outreach;

import static io.tributary.avro.outreach.ConversationStatus.COMPLETED;
import static io.tributary.avro.outreach.ConversationStatus.FAILED;
import static io.tributary.avro.outreach.ConversationStatus.INITIAL_MESSAGE_SENT;
import static io.tributary.avro.outreach.ConversationStatus.PROCESSING;
import static io.tributary.avro.outreach.ConversationStatus.PROCESSING_REPLY;
import static io.tributary.avro.outreach.ConversationStatus.REPLY_SENT;

import io.tributary.avro.outreach.ConversationStatus;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.schemas.deadletter.FailureCode;
import java.util.Locale;

/** What may happen to a conversation, and which status it has then. */
enum Progress {
  SENDING,
  FAILURE,
  REPLY,
  ANSWER,
  HAND_OFF,
  FUNCTION_CALL,
  COMPLETION;

  /** The status afterwards; {@link FactRefusedException} where it must not happen. */
  ConversationStatus after(ConversationStatus before) {
    return switch (this) {
      case SENDING -> become(INITIAL_MESSAGE_SENT, before, before == PROCESSING);
      case FAILURE -> become(FAILED, before, before == PROCESSING);
      case REPLY -> replied(before);
      case ANSWER -> become(REPLY_SENT, before, before == PROCESSING_REPLY);
      case HAND_OFF, FUNCTION_CALL -> before;
      case COMPLETION -> become(COMPLETED, before, before != FAILED);
    };
  }

  /** A reply is never refused; one that comes too early or late moves nothing. */
  private static ConversationStatus replied(ConversationStatus before) {
    return switch (before) {
      case INITIAL_MESSAGE_SENT, REPLY_SENT -> PROCESSING_REPLY;
      case PROCESSING, PROCESSING_REPLY, COMPLETED, FAILED -> before;
    };
  }

  private static ConversationStatus become(
      ConversationStatus after, ConversationStatus before, boolean allowed) {
    if (!allowed) {
      throw new FactRefusedException(
          FailureCode.ILLEGAL_TRANSITION,
          "a conversation that is %s must not become %s".formatted(label(before), label(after)));
    }
    return after;
  }

  private static String label(ConversationStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }
}
