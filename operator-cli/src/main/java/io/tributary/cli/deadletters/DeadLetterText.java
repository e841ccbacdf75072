package io.tributary.cli.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.avro.envelope.DeadLetterFate;
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
          Column.of("letter", found -> found.letter().id().toString()),
          Column.json("family", found -> found.letter().id().family().label()),
          Column.of("at", found -> found.letter().at().toString()),
          Column.of("stage", found -> found.letter().stage()),
          Column.of("code", found -> found.letter().code()),
          Column.of("attempts", found -> found.letter().attempts()),
          Column.of("key", found -> found.letter().key()),
          Column.of("fate", DeadLetterText::fate),
          Column.json(
              "decided_at",
              found ->
                  found
                      .decision()
                      .map(known -> Instant.ofEpochMilli(known.getDecidedAtMs()).toString())
                      .orElse(null)),
          Column.json("note", found -> found.decision().map(DeadLetterFate::getNote).orElse(null)),
          Column.of("reason", found -> found.letter().reason()),
          Column.json(
              "origin", found -> found.letter().origin().map(Object::toString).orElse(null)));

  private static final int LABELS = 11;

  public void print(DeadLetters.Page page) {
    output.print(COLUMNS, page.letters());
    if (page.omitted() > 0 && !output.isJson()) {
      output.print(page.omitted() + " older ones are not shown (see --limit)", Map.of());
    }
  }

  public void print(DecidedDeadLetter found, JsonNode value) {
    Map<String, @Nullable Object> members = Column.members(COLUMNS, found);
    Map<String, @Nullable Object> headers = headers(found.letter());
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

  private static Map<String, @Nullable Object> headers(DeadLetterRecord letter) {
    Map<String, @Nullable Object> headers = new LinkedHashMap<>();
    for (Header header : letter.record().headers()) {
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

  private static String fate(DecidedDeadLetter found) {
    return found.decision().map(known -> known.getFate().name()).orElse("open");
  }
}
