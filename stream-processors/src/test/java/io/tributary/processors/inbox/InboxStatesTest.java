package io.tributary.processors.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.processors.state.ExpiringStates;
import org.junit.jupiter.api.Test;

final class InboxStatesTest {

  @Test
  void shouldLetAMessagesWordsLeaveTheChangelogAsTheyLeaveTheTopic() {
    assertThat(ExpiringStates.store(InboxStates.MESSAGES).logConfig())
        .containsEntry("cleanup.policy", "compact")
        .containsEntry("max.compaction.lag.ms", "86400000")
        .containsEntry("max.message.bytes", "4194304");
    assertThat(ExpiringStates.store(InboxStates.RECEIPTS).logConfig())
        .doesNotContainKey("max.compaction.lag.ms");
  }
}
