package io.tributary.processors.tenants;

import io.tributary.avro.tenants.NewestClear;
import io.tributary.processors.state.SeenMessages;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.schemas.key.tenants.ConversationKey;

/**
 * When each conversation of one task was cleared last, also those of which nothing was known: what
 * a channel brought before may still be on its way. After 30 days it is not.
 */
record NewestClears(TtlStateStore<String, NewestClear> states) {

  static final StateDescriptor<String, NewestClear> KIND =
      StateDescriptor.privateState(
          "tenants.newest-clears",
          NewestClear.class,
          NewestClear::getConversation,
          NewestClear::getExpiresAtS);

  /** A fact has come that was accepted then, epoch milliseconds. */
  void observeTime(long at) {
    states.observeTime(at);
  }

  /**
   * True when a clear was accepted later than that.
   *
   * @param at accepted_at_ms, epoch milliseconds
   */
  boolean isAfter(ConversationKey conversation, long at) {
    return states
        .find(conversation.text(), at)
        .filter(newest -> newest.getAcceptedAtMs() > at)
        .isPresent();
  }

  /** The conversation is cleared; of two clears the one accepted later counts. */
  void add(ConversationKey conversation, long at) {
    if (!isAfter(conversation, at)) {
      states.put(new NewestClear(conversation.text(), at, SeenMessages.forgottenAt(at)));
    }
  }
}
