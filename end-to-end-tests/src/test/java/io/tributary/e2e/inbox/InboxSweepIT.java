package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Counters of what went without the table's stream telling that it expired. */
@Tag("storm")
final class InboxSweepIT {

  private final Workplace place = Workplace.of(InboxSweepIT.class);
  private final HttpProbe http = new HttpProbe(place.deeds());
  private final Inbox inbox = Inbox.of("swept");
  private final SplitPipeline pipeline =
      SplitPipeline.start(
          place, place.launcher().with(Map.of("TRIBUTARY_INBOX_SWEEP_GRACE", "10s")), 1);
  private final InboxApi api = new InboxApi(http, pipeline.of(Role.GATEWAY).get(0).http());
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final InboxItems items = new InboxItems(tables);

  @AfterEach
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldCountWhatIsLongOverThoughNobodySawItGo() throws Exception {
    api.config(
        inbox,
        "{\"title\":\"t\",\"description\":\"d\",\"ttl\":{\"default\":\"30d\",\"brief\":\"70s\"}}");
    String own = api.toUsers(inbox, List.of("ann"), InboxSamples.message("own", "brief"));
    String unread = api.toUsers(inbox, List.of("ann"), InboxSamples.message("unread", "brief"));
    String open = api.toEveryone(inbox, InboxSamples.message("open", "brief"));
    String kept = api.toUsers(inbox, List.of("ann"), InboxSamples.message("kept"));
    Instant over = Instant.now().plusSeconds(70);
    api.read(inbox, "ann", own, open, kept);
    pipeline.awaitDrained();
    // A removal by hand is none that the relay counts: it stands for one that it never saw.
    for (String id : List.of(own, unread, open)) {
      items.delete(inbox.pk("ann"), "m#" + id);
    }
    items.delete(inbox.publicPk(), "m#" + open);
    pipeline.awaitDrained();
    assertThat(items.counters(inbox, "ann")).isEqualTo(Map.of("*", "3/3", "brief", "2/2"));
    assertThat(items.counters(inbox, Inbox.PUBLIC)).isEqualTo(Map.of("*", "1", "brief", "1"));

    awaitSwept();
    assertThat(Instant.now()).as("the time of grace").isAfter(over.plusSeconds(9));

    // The stream tells it after all.
    InboxFacts facts = new InboxFacts(topics, new AvroFiles());
    for (String id : List.of(own, unread, open)) {
      facts.expiry(inbox, "ann", Instant.now(), id);
    }
    facts.expiry(inbox, Inbox.PUBLIC, Instant.now(), open);
    pipeline.awaitDrained();

    requireSwept();
    assertThat(items.ids(inbox, "ann")).containsExactly(kept);
    assertThat(topics.read("inbox.dead-letters")).isEmpty();
  }

  private void awaitSwept() {
    // Time goes by what is accepted: something must come to every partition.
    Eventually.await()
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              api.toEveryone(Inbox.of("passing-by"), InboxSamples.message("tick"));
              requireSwept();
            });
  }

  private void requireSwept() {
    assertThat(items.counters(inbox, "ann")).isEqualTo(Map.of("*", "1/1", "brief", "0/0"));
    assertThat(items.counters(inbox, Inbox.PUBLIC)).isEqualTo(Map.of("*", "0", "brief", "0"));
  }
}
