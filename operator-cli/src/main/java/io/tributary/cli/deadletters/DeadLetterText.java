package io.tributary.cli.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.avro.envelope.DeadLetterDecision;
import io.tributary.cli.output.Column;
import io.tributary.cli.output.EscapingStream;
import io.tributary.cli.output.Output;
import io.tributary.operations.deadletters.DeadLetterRecord;
import io.tributary.operations.deadletters.DeadLetters;
import io.tributary.operations.deadletters.DecidedDeadLetter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Dead letters as the commands print them. */
public record DeadLetterText(Output output) {

  private static final List<Column<DecidedDeadLetter>> COLUMNS =
      List.of(
          Column.of("id", found -> found.deadLetter().id().toString()),
          Column.json("family", found -> found.deadLetter().id().family().label()),
          Column.of("at", found -> found.deadLetter().at().toString()),
          Column.of("stage", found -> found.deadLetter().stage()),
          Column.of("code", found -> found.deadLetter().code()),
          Column.of("attempts", found -> found.deadLetter().attempts()),
          Column.of("key", found -> found.deadLetter().key()),
          Column.of("decision", DeadLetterText::decision),
          Column.json(
              "decided_at",
              found ->
                  found
                      .decision()
                      .map(known -> Instant.ofEpochMilli(known.getDecidedAtMs()).toString())
                      .orElse(null)),
          Column.json(
              "note", found -> found.decision().map(DeadLetterDecision::getNote).orElse(null)),
          Column.of("reason", found -> found.deadLetter().reason()),
          Column.json(
              "origin", found -> found.deadLetter().origin().map(Object::toString).orElse(null)));

  private static final int LABELS = 11;

  public void print(DeadLetters.Page page) {
    output.print(COLUMNS, page.deadLetters());
    if (page.omitted() > 0 && !output.isJson()) {
      output.print(page.omitted() + " older ones are not shown (see --limit)", Map.of());
    }
  }

  public void print(DecidedDeadLetter found, JsonNode value) {
    Map<String, @Nullable Object> members = Column.members(COLUMNS, found);
    Map<String, @Nullable Object> headers = headers(found.deadLetter());
    List<String> lines = new ArrayList<>();
    members.forEach(
        (name, member) -> {
          if (member != null) {
            lines.add(line(name, member.toString()));
          }
        });
    headers.forEach((name, header) -> lines.add(line("header", name + '=' + header)));
    lines.add(label("value") + value.toPrettyString());
    members.put("headers", headers);
    members.put("value", value);
    output.print(String.join("\n", lines), members);
  }

  /** Prints a value alone, in the form that {@code edit --value} takes. */
  public void print(JsonNode value) {
    output.print(value.toPrettyString(), Map.of("value", value));
  }

  private static Map<String, @Nullable Object> headers(DeadLetterRecord deadLetter) {
    Map<String, @Nullable Object> headers = new LinkedHashMap<>();
    for (Header header : deadLetter.record().headers()) {
      byte[] bytes = header.value();
      headers.put(header.key(), bytes == null ? null : new String(bytes, StandardCharsets.UTF_8));
    }
    return headers;
  }

  private static String line(String label, String text) {
    return label(label) + EscapingStream.line(text);
  }

  private static String label(String label) {
    return label + " ".repeat(Math.max(1, LABELS - label.length()));
  }

  private static String decision(DecidedDeadLetter found) {
    return found.decision().map(known -> known.getDecision().name()).orElse("open");
  }
}
