package io.tributary.processors.outreach;

import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.EntryRole;
import io.tributary.avro.outreach.FunctionCall;
import io.tributary.avro.outreach.HandOff;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.MessageEntry;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.ReplySent;
import io.tributary.avro.outreach.SendingFailed;
import io.tributary.processors.fact.SameFields;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Rules for updates of conversations. */
final class UpdateRule {

  private static final SameFields SAME =
      SameFields.of(AssistantMessage.getClassSchema(), MessageEntry.getClassSchema());

  private UpdateRule() {}

  /**
   * The conversation after the update; {@link io.tributary.processors.fact.FactRefusedException}
   * for an illegal {@link StatusTransition}.
   *
   * @param at accepted_at_ms, epoch milliseconds
   */
  static OutreachConversation updated(
      OutreachConversation before, ConversationUpdate update, long at) {
    Effect effect = effectOf(update.getUpdate());
    return OutreachConversationRule.changed(
        before,
        effect.progress(),
        Optional.ofNullable(effect.message()).map(message -> entryOf(message, at)),
        effect.attributes(),
        at);
  }

  private record Effect(
      StatusTransition progress,
      @Nullable AssistantMessage message,
      Consumer<OutreachConversation.Builder> attributes) {}

  private static Effect effectOf(Object update) {
    if (update instanceof InitialMessageSent sent) {
      return new Effect(StatusTransition.SENDING, sent.getMessage(), after -> send(after, sent));
    }
    if (update instanceof SendingFailed failed) {
      return new Effect(
          StatusTransition.FAILURE, null, after -> after.setFailureReason(failed.getReason()));
    }
    if (update instanceof ReplySent sent) {
      return new Effect(StatusTransition.ANSWER, sent.getMessage(), after -> {});
    }
    if (update instanceof HandOff handOff) {
      return new Effect(StatusTransition.HAND_OFF, null, after -> handOff(after, handOff));
    }
    if (update instanceof FunctionCall call) {
      return new Effect(StatusTransition.FUNCTION_CALL, null, after -> call(after, call));
    }
    return new Effect(StatusTransition.COMPLETION, null, after -> after.setTaskComplete(true));
  }

  private static void send(OutreachConversation.Builder after, InitialMessageSent sent) {
    after
        .setTaskComplete(true)
        .setThreadId(sent.getThreadId())
        .setEmailId(sent.getEmailId())
        .setProcessingTimeMs(sent.getProcessingTimeMs());
  }

  private static void handOff(OutreachConversation.Builder after, HandOff handOff) {
    after.setHandOffToHuman(true).setHandOffToHumanReason(handOff.getReason());
  }

  private static void call(OutreachConversation.Builder after, FunctionCall call) {
    after.setFunctionCall(true).setFunctionCallType(call.getType());
  }

  private static MessageEntry entryOf(AssistantMessage message, long at) {
    MessageEntry entry = SAME.copy(message, new MessageEntry());
    entry.setEntryId(EntryIds.of(message.getMessageId()));
    entry.setMessageId(AnsweredMessages.plain(message.getMessageId()));
    entry.setMessageTimestampMs(at);
    entry.setRole(EntryRole.assistant);
    return entry;
  }
}
