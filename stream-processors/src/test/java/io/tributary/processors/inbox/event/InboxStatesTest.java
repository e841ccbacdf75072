package io.tributary.processors.inbox.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.processors.state.TtlStateStore;
import org.junit.jupiter.api.Test;

final class InboxStatesTest {

  @Test
  void shouldLetAMessagesWordsLeaveTheChangelogAsTheyLeaveTheTopic() {
    assertThat(TtlStateStore.store(InboxStates.MESSAGES).logConfig())
        .containsEntry("cleanup.policy", "compact")
        .containsEntry("max.compaction.lag.ms", "86400000")
        .containsEntry("max.message.bytes", "4194304");
    assertThat(TtlStateStore.store(InboxStates.RECEIPTS).logConfig())
        .doesNotContainKey("max.compaction.lag.ms");
  }
}
