package io.tributary.processors.tenants;

import io.tributary.avro.tenants.NewestClear;
import io.tributary.processors.state.SeenMessages;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.schemas.key.tenants.ConversationKey;

/**
 * Time of each conversation's last clear in one task, also of unknown ones: an earlier message of a
 * channel may come later, within 30 days.
 */
record NewestClears(TtlStateStore<String, NewestClear> states) {

  static final StateDescriptor<String, NewestClear> KIND =
      StateDescriptor.privateState(
          "tenants.newest-clears",
          NewestClear.class,
          NewestClear::getConversation,
          NewestClear::getExpiresAtS);

  /** Notes the accepted_at_ms of a fact, epoch milliseconds. */
  void observeTime(long at) {
    states.observeTime(at);
  }

  /**
   * True when a later clear was accepted.
   *
   * @param at accepted_at_ms, epoch milliseconds
   */
  boolean isAfter(ConversationKey conversation, long at) {
    return states
        .find(conversation.text(), at)
        .filter(newest -> newest.getAcceptedAtMs() > at)
        .isPresent();
  }

  /** Notes a clear; of two the one accepted later counts. */
  void add(ConversationKey conversation, long at) {
    if (!isAfter(conversation, at)) {
      states.put(new NewestClear(conversation.text(), at, SeenMessages.forgottenAt(at)));
    }
  }
}
