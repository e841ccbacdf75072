package io.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.launcher.process.Termination;
import io.tributary.operations.deadletters.DeadLetterFilter;
import io.tributary.operations.deadletters.DeadLetterId;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.Family;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mistakes in the options of dead letters, and what they mean when there is none. */
class DeadLetterCommandsTest {

  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redrive | choose dead letters: --family, --stage, --code, --since, --until, --key, --id,"
            + " or --everything",
        "discard | choose dead letters: --family, --stage, --code, --since, --until, --key, --id,"
            + " or --everything",
        "redrive --everything --code UNDECODABLE | --everything excludes --family,"
            + " --stage, --code, --since, --until, --key, --id",
        "list --family device | --family: unknown device; did you mean devices?",
        "list --stage sink | --stage: unknown sink; did you mean store?",
        "list --code UNDECODABLE,INVALID | --code: unknown INVALID; did you mean INVALID_KEY?",
        "list --since yesterday | --since must be a time such as 2026-01-31T12:00:00Z, or so long"
            + " ago: 90s, 30m, 2h, 7d",
        "list --limit 0 | --limit must be a whole number from 1, such as 100",
        "redrive --everything --rate fast | --rate must be a whole number from 1, such as 100",
        "show 17 | LETTER must be family/partition/offset, such as devices/2/17, and not 17",
        "list --id devices/1/2,gadgets/1/2 | --id must be family/partition/offset, such as"
            + " devices/2/17, and not gadgets/1/2",
        "edit devices/1/2 | give the value with either --value or --value-base64",
        "list --output yaml | --output must be text or json"
      })
  void shouldSayWhatIsWrong(String arguments, String message) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(err, true, StandardCharsets.UTF_8);
    Ambient ambient = Ambient.system();
    Tributary tributary =
        new Tributary(
            Commands.all(ambient, print, print, Termination.byRequest(Thread.currentThread())),
            ambient,
            print,
            print);

    assertThat(tributary.run(("dead-letters " + arguments).split(" ", -1)))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("tributary: " + message + "\n");
  }

  @Test
  void shouldMeanEverythingWithoutOptions() {
    DeadLetterFilter filter = filter(Map.of());

    assertThat(filter.families()).containsExactly(Family.values());
    assertThat(filter.stages()).isEmpty();
    assertThat(filter.since()).isEmpty();
  }

  @Test
  void shouldMeanWhatTheOptionsSay() {
    DeadLetterFilter filter =
        filter(
            Map.of(
                "--family", "inbox,devices",
                "--stage", "sink-decode,store",
                "--code", "ITEM_REJECTED",
                "--since", "2d",
                "--until", "2026-03-04T00:00:00Z",
                "--key", "k"));

    assertThat(filter.families()).containsExactly(Family.DEVICES, Family.INBOX);
    assertThat(filter.stages()).containsExactlyInAnyOrder("sink-decode", "store");
    assertThat(filter.codes()).containsExactly("ITEM_REJECTED");
    assertThat(filter.since()).contains(Instant.parse("2026-03-02T05:06:07Z"));
    assertThat(filter.until()).contains(Instant.parse("2026-03-04T00:00:00Z"));
    assertThat(filter.key()).contains("k");
    assertThat(filter(Map.of("--since", "90s")).since()).contains(NOW.minusSeconds(90));
  }

  @Test
  void shouldLookOnlyAtFamiliesOfTheLettersThatAreNamed() {
    DeadLetterFilter filter = filter(Map.of("--id", "inbox/3/4,history/0/1"));

    assertThat(filter.families()).containsExactly(Family.HISTORY, Family.INBOX);
    assertThat(filter.ids())
        .containsExactlyInAnyOrder(
            new DeadLetterId(Family.INBOX, 3, 4), new DeadLetterId(Family.HISTORY, 0, 1));
  }

  @Test
  void shouldKnowOnlyFamiliesThatThePipelineHas() {
    Invocation invocation =
        new Invocation(Settings.of(Map.of("families", "history")), Map.of("--family", "inbox"));

    assertThatThrownBy(() -> LetterOptions.filter(invocation, NOW))
        .isInstanceOf(CommandException.class)
        .hasMessage("--family: unknown inbox; did you mean history?");
  }

  private static DeadLetterFilter filter(Map<String, String> options) {
    return LetterOptions.filter(new Invocation(Settings.of(Map.of()), options), NOW);
  }
}
