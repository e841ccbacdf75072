package io.tributary.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.operations.deadletters.DeadLetterFilter;
import io.tributary.operations.deadletters.DeadLetterId;
import io.tributary.schemas.topic.Family;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Selection of dead letters by options. */
class DeadLetterFilterOptionsTest {

  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

  @Test
  void shouldSelectEverythingWithoutOptions() {
    DeadLetterFilter filter = filter();

    assertThat(filter.families()).containsExactly(Family.values());
    assertThat(filter.stages()).isEmpty();
    assertThat(filter.since()).isEmpty();
  }

  @Test
  void shouldSelectByEachOption() {
    DeadLetterFilter filter =
        filter(
            "--family=inbox,devices",
            "--stage=sink-decode,store",
            "--code=ITEM_REJECTED",
            "--since=2d");

    assertThat(filter.families()).containsExactly(Family.DEVICES, Family.INBOX);
    assertThat(filter.stages()).containsExactlyInAnyOrder("sink-decode", "store");
    assertThat(filter.codes()).containsExactly("ITEM_REJECTED");
    assertThat(filter.since()).contains(Instant.parse("2026-03-02T05:06:07Z"));
    assertThat(filter("--since=90s").since()).contains(NOW.minusSeconds(90));
  }

  @Test
  void shouldReadOnlyFamiliesOfNamedDeadLetters() {
    DeadLetterFilter filter = filter("--id=inbox/3/4,history/0/1");

    assertThat(filter.families()).containsExactly(Family.HISTORY, Family.INBOX);
    assertThat(filter.ids())
        .containsExactlyInAnyOrder(
            new DeadLetterId(Family.INBOX, 3, 4), new DeadLetterId(Family.HISTORY, 0, 1));
  }

  @Command
  private static final class Holder {
    @Mixin private DeadLetterFilterOptions options = new DeadLetterFilterOptions();
  }

  private static DeadLetterFilter filter(String... args) {
    Holder holder = new Holder();
    CommandLine commands = new CommandLine(holder);
    OptionTypes.register(commands, () -> NOW);
    commands.parseArgs(args);
    return holder.options.filter(Set.of(Family.values()));
  }
}
