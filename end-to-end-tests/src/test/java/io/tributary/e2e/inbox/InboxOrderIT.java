package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reads of messages whose publish has just been answered. */
@OnSharedPipeline
final class InboxOrderIT {

  private static final int ROUNDS = 60;

  private final Bench bench;
  private final InboxApi api;
  private final InboxItems items;

  InboxOrderIT(Bench bench) {
    this.bench = bench;
    this.api = new InboxApi(bench.http(), bench.pipeline().http());
    this.items = new InboxItems(bench.tables());
  }

  @Test
  void shouldCountAReadThatIsSentRightAfterThePublishsAnswer() throws Exception {
    Inbox inbox = Inbox.of("right-after");
    List<String> own = new ArrayList<>();
    List<String> open = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      String uid = "user-" + round % 7;
      own.add(api.toUsers(inbox, List.of(uid), InboxSamples.message("own", "billing")));
      api.read(inbox, uid, own.get(round));
      open.add(api.toEveryone(inbox, InboxSamples.message("open", "promo")));
      api.read(inbox, uid, open.get(round));
    }
    bench.pipeline().awaitDrained();

    for (int round = 0; round < ROUNDS; round++) {
      String uid = "user-" + round % 7;
      assertThat(items.message(inbox, uid, own.get(round)).orElseThrow()).containsKey("readat");
      assertThat(items.message(inbox, uid, open.get(round)).orElseThrow()).containsKey("readat");
    }
    for (int user = 0; user < 7; user++) {
      int rounds = (ROUNDS - user + 6) / 7;
      assertThat(items.counters(inbox, "user-" + user))
          .isEqualTo(
              Map.of(
                  "*", rounds + "/" + 2 * rounds,
                  "billing", rounds + "/" + rounds,
                  "promo", "0/" + rounds));
    }
    assertThat(items.counters(inbox, Inbox.PUBLIC))
        .isEqualTo(Map.of("*", "" + ROUNDS, "promo", "" + ROUNDS));
    System.out.println("inbox-right-after: reads=" + 2 * ROUNDS);
  }
}
