package io.tributary.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.operations.JsonFields;
import io.tributary.operations.Progress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class OutputTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long nanos;

  @Test
  void shouldPrintAlignedColumnsOrALineOfJsonForEachRow() {
    List<Output.Row> rows =
        List.of(
            new Output.Row(List.of("a", "1"), JsonFields.of("name", "a").and("n", 1).map()),
            new Output.Row(
                List.of("longer", ""), JsonFields.of("name", "longer").and("n", null).map()));
    output(false).print(List.of("NAME", "N"), rows);
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("NAME    N\na       1\nlonger\n");

    bytes.reset();
    output(true).print(List.of("NAME", "N"), rows);
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo("{\"name\":\"a\",\"n\":1}\n{\"name\":\"longer\",\"n\":null}\n");
  }

  @Test
  void shouldKeepDecimalsPlainAndMembersInTheirOrder() {
    output(true)
        .print("text", JsonFields.of("z", new BigDecimal("1E+3")).and("a", List.of("é")).map());
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("{\"z\":1000,\"a\":[\"é\"]}\n");
  }

  @Test
  void shouldLetNoTextSteerTheTerminal() throws Exception {
    String sent =
        "\u001b[2J\u0007\u009b1m\u007f\u202egpj.\u2066\u200b\u2028\r\uD83D\uDE00\uDB40\uDC41é";
    String shown =
        "\\u001b[2J\\u0007\\u009b1m\\u007f\\u202egpj.\\u2066\\u200b\\u2028\\u000d\uD83D\uDE00"
            + "\\udb40\\udc41é";
    output(false).print(List.of("REASON"), List.of(new Output.Row(List.of(sent + "\n"), Map.of())));
    output(false).print(sent + "\tx\ny", Map.of());
    output(false).redraw(List.of(sent), Map.of());
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "REASON\n"
                + (shown + "\\u000a\n")
                + (shown + "\tx\ny\n")
                + ("\u001b[H" + shown + "\u001b[K\u001b[J\n"));

    bytes.reset();
    output(true).print("", Map.of("content", sent));
    String json = bytes.toString(StandardCharsets.UTF_8);
    assertThat(json.strip()).matches("[ -~é\uD83D\uDE00]*");
    assertThat(new ObjectMapper().readTree(json).path("content").asText()).isEqualTo(sent);
  }

  @Test
  void shouldDrawABarOnATerminal() {
    try (Progress progress = progress(true)) {
      progress.at(10);
      assertThat(bytes.toString(StandardCharsets.UTF_8)).isEmpty();
      nanos = TimeUnit.SECONDS.toNanos(10);
      progress.at(500);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .startsWith(
            "\r\u001b[Kcopying [######..................] 25 % 500 of 2,000 records, 50/s, 30s left")
        .endsWith("\n");
  }

  @Test
  void shouldPrintPlainLinesNowAndThenElsewhereAndCountOnlyWhatItDidItself() {
    try (Progress progress = progress(false)) {
      progress.resumeAt(1_000);
      nanos = TimeUnit.SECONDS.toNanos(9);
      progress.add(300);
      nanos = TimeUnit.SECONDS.toNanos(10);
      progress.add(200);
      nanos = TimeUnit.SECONDS.toNanos(20);
      progress.outOf(2_500);
      progress.add(1_000);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "copying: 75 % 1,500 of 2,000 records, 50/s, 10s left",
            "copying: 100 % 2,500 of 2,500 records, 75/s",
            "copying: 100 % 2,500 of 2,500 records, 75/s");
  }

  @Test
  void shouldSayForHowLongNothingHasMovedInsteadOfATimeThatGrows() {
    try (Progress progress = progress(false)) {
      nanos = TimeUnit.SECONDS.toNanos(10);
      progress.add(500);
      nanos = TimeUnit.SECONDS.toNanos(21);
      progress.at(500);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .startsWith(
            "copying: 25 % 500 of 2,000 records, 50/s, 30s left",
            "copying: 25 % 500 of 2,000 records, 24/s, nothing for 11s");
  }

  private Output output(boolean json) {
    return new Output(stream(), json);
  }

  private Progress progress(boolean terminal) {
    return new TerminalProgress(stream(), terminal, () -> nanos, "copying", "records", 2_000);
  }

  private PrintStream stream() {
    return new EscapingStream(new PrintStream(bytes, true, StandardCharsets.UTF_8));
  }
}
