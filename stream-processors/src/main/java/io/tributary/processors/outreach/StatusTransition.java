package io.tributary.processors.outreach;

import static io.tributary.avro.outreach.ConversationStatus.completed;
import static io.tributary.avro.outreach.ConversationStatus.failed;
import static io.tributary.avro.outreach.ConversationStatus.initial_message_sent;
import static io.tributary.avro.outreach.ConversationStatus.processing;
import static io.tributary.avro.outreach.ConversationStatus.processing_reply;
import static io.tributary.avro.outreach.ConversationStatus.reply_sent;

import io.tributary.avro.outreach.ConversationStatus;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.schemas.deadletter.FailureCode;

/** Changes of a conversation and its status after each. */
enum StatusTransition {
  SENDING,
  FAILURE,
  REPLY,
  ANSWER,
  HAND_OFF,
  FUNCTION_CALL,
  COMPLETION;

  /** The status afterwards; {@link FactRefusedException} for an illegal change. */
  ConversationStatus apply(ConversationStatus before) {
    return switch (this) {
      case SENDING -> become(initial_message_sent, before, before == processing);
      case FAILURE -> become(failed, before, before == processing);
      case REPLY -> replied(before);
      case ANSWER -> become(reply_sent, before, before == processing_reply);
      case HAND_OFF, FUNCTION_CALL -> before;
      case COMPLETION -> become(completed, before, before != failed);
    };
  }

  /** A reply is never refused; an early or late one leaves the status. */
  private static ConversationStatus replied(ConversationStatus before) {
    return switch (before) {
      case initial_message_sent, reply_sent -> processing_reply;
      case processing, processing_reply, completed, failed -> before;
    };
  }

  private static ConversationStatus become(
      ConversationStatus after, ConversationStatus before, boolean allowed) {
    if (!allowed) {
      throw new FactRefusedException(
          FailureCode.ILLEGAL_TRANSITION,
          "a conversation that is %s must not become %s".formatted(before, after));
    }
    return after;
  }
}
