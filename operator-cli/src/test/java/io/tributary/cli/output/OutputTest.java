package io.tributary.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.JsonFields;
import io.tributary.operations.Progress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class OutputTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long nanos;

  @Test
  void shouldPrintAlignedColumnsOrALineOfJsonForEachRow() {
    List<Column<Map.Entry<String, Optional<Integer>>>> columns =
        List.of(
            Column.of("first_name", Map.Entry::getKey),
            Column.json("hidden", row -> true),
            Column.of("n", row -> row.getValue().orElse(null)));
    List<Map.Entry<String, Optional<Integer>>> rows =
        List.of(Map.entry("a", Optional.of(1)), Map.entry("longer than", Optional.empty()));
    output(false).print(columns, rows);
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo("FIRST NAME   N\na            1\nlonger than  -\n");

    bytes.reset();
    output(true).print(columns, rows);
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            {"first_name":"a","hidden":true,"n":1}
            {"first_name":"longer than","hidden":true,"n":null}
            """);
  }

  @Test
  void shouldFitItemsIntoATerminal() throws Exception {
    ObjectNode wide = JsonNodeFactory.instance.objectNode().put("id", "x");
    for (int i = 0; i < 9; i++) {
      wide.put("a" + i, "0123456789".repeat(i + 1));
    }
    ObjectNode small = JsonNodeFactory.instance.objectNode().put("id", "\u001b[2J").put("a0", 7);

    List<String> lines = ItemTable.lines("t: 2 items", List.of("id"), List.of(wide, small));

    assertThat(lines).allMatch(line -> line.length() <= 120).hasSize(5);
    assertThat(lines.get(0)).isEqualTo("t: 2 items");
    assertThat(lines.get(1)).matches("ID +A0 +A1 +A2 .*");
    assertThat(lines.get(3)).startsWith("\\u001b[2J  7           -");
    assertThat(lines.get(4)).startsWith("with a");
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
    output(false).print(List.of(Column.<String>of("reason", text -> text)), List.of(sent + "\n"));
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
  void shouldPrintPlainLinesWithoutATerminalAndCountItsOwnWork() {
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
