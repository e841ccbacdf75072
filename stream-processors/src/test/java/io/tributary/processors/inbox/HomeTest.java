package io.tributary.processors.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.key.InboxKey;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class HomeTest {

  @Test
  void shouldLetOnePartitionSpeakOfAPublicInbox() {
    assertThat(speaking(InboxKey.everyone("acme", "DEFAULT"))).containsExactly(2);
    assertThat(speaking(InboxKey.everyone("acme", "news"))).containsExactly(3);
    assertThat(speaking(InboxKey.everyone("umbrella", "DEFAULT"))).containsExactly(0);
  }

  @Test
  void shouldLetOnePartitionSpeakOfAUsersInbox() {
    assertThat(speaking(new InboxKey("acme", "u-1", "DEFAULT"))).containsExactly(4);
    assertThat(speaking(new InboxKey("acme", "u-2", "DEFAULT"))).containsExactly(1);
    assertThat(speaking(new InboxKey("acme", "u-3", "DEFAULT"))).containsExactly(3);
  }

  private static IntStream speaking(InboxKey inbox) {
    return IntStream.range(0, 6).filter(partition -> new Home(partition, 6).speaksOf(inbox));
  }
}
