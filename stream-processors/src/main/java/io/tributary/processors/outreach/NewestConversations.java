package io.tributary.processors.outreach;

import io.tributary.avro.outreach.NewestConversation;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.processors.state.ExpiringStates;
import io.tributary.processors.state.StateKind;
import io.tributary.schemas.key.ChannelKey;
import io.tributary.schemas.key.KeyPart;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.jspecify.annotations.Nullable;

/**
 * The newest conversation of each recipient with each sender of a company, while it lives. Nobody
 * can reply to one that says no sender. Moments are accepted_at, epoch milliseconds.
 */
record NewestConversations(ExpiringStates<String, NewestConversation> states) {

  static final StateKind<String, NewestConversation> KIND =
      StateKind.unseen(
          "outreach.newest-conversations",
          NewestConversation.class,
          NewestConversation::getCorrespondence,
          NewestConversation::getExpiresAt);

  void init(ProcessorContext<?, ?> context) {
    states.init(context);
  }

  /** A fact has come that was accepted then. */
  void passed(long at) {
    states.passed(at);
  }

  /** Of the conversation that what a channel brings of that sender belongs to. */
  Optional<NewestConversation> of(String recipient, ChannelKey channel, long at) {
    return states.find(correspondence(recipient, channel), at);
  }

  /** Of two that began in the same moment, the one that stands later in the log is newer. */
  void began(OutreachConversation conversation, long at) {
    keep(conversation, known -> known.getCreatedAt() > conversation.getCreatedAt(), at);
  }

  /** Its life may have changed. It also takes the place of one that has ended. */
  void changed(OutreachConversation conversation, long at) {
    String id = conversation.getConversationId();
    keep(conversation, known -> !known.getConversationId().equals(id), at);
  }

  /**
   * Keeps it as the newest, unless there is one already.
   *
   * @param isNewer true of one that stays the newest
   */
  private void keep(
      OutreachConversation conversation, Predicate<NewestConversation> isNewer, long at) {
    @Nullable String sender = conversation.getRequest().getCompanySender();
    if (sender == null) {
      return;
    }
    String type = conversation.getRequest().getChannelMethod().name().toLowerCase(Locale.ROOT);
    ChannelKey channel = new ChannelKey(type, KeyPart.ID.fitted(sender));
    NewestConversation newest =
        new NewestConversation(
            correspondence(conversation.getPrimaryChannel(), channel),
            conversation.getConversationId(),
            conversation.getCreatedAt(),
            ConversationRule.endOf(conversation));
    Optional<NewestConversation> known = states.find(newest.getCorrespondence(), at);
    if (known.filter(isNewer.or(newest::equals)).isEmpty()) {
      states.keep(newest);
    }
  }

  /** No recipient has a # in it. */
  private static String correspondence(String recipient, ChannelKey channel) {
    return recipient + '#' + channel.text();
  }
}
