package io.tributary.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.avro.envelope.DeadLetterFate;
import io.tributary.cli.output.EscapingStream;
import io.tributary.cli.output.Output;
import io.tributary.operations.JsonFields;
import io.tributary.operations.deadletters.DeadLetterPage;
import io.tributary.operations.deadletters.DeadLetterRecord;
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
record DeadLetterText(Output output) {

  private static final List<String> TITLES =
      List.of("LETTER", "AT", "STAGE", "CODE", "ATTEMPTS", "KEY", "FATE", "REASON");

  private static final int LABELS = 11;

  void print(DeadLetterPage page) {
    output.print(TITLES, page.letters().stream().map(DeadLetterText::row).toList());
    if (page.omitted() > 0 && !output.isJson()) {
      output.print(page.omitted() + " older ones are not shown (see --limit)", Map.of());
    }
  }

  void print(DecidedDeadLetter found, JsonNode value) {
    Map<String, @Nullable Object> members = members(found).map();
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
    output.print(
        String.join("\n", lines), members(found).and("headers", headers).and("value", value).map());
  }

  /** Prints a value alone, in the form that {@code edit --value} takes. */
  void print(JsonNode value) {
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

  private static Output.Row row(DecidedDeadLetter found) {
    DeadLetterRecord letter = found.letter();
    return new Output.Row(
        List.of(
            letter.id().toString(),
            letter.at().toString(),
            letter.stage(),
            letter.code(),
            Integer.toString(letter.attempts()),
            letter.key(),
            fate(found),
            letter.reason()),
        members(found).map());
  }

  private static JsonFields members(DecidedDeadLetter found) {
    DeadLetterRecord letter = found.letter();
    return JsonFields.of("letter", letter.id().toString())
        .and("family", letter.id().family().label())
        .and("at", letter.at().toString())
        .and("stage", letter.stage())
        .and("code", letter.code())
        .and("reason", letter.reason())
        .and("origin", letter.origin().map(Object::toString).orElse(null))
        .and("attempts", letter.attempts())
        .and("fate", fate(found))
        .and(
            "decided_at",
            found
                .decision()
                .map(known -> Instant.ofEpochMilli(known.getDecidedAtMs()).toString())
                .orElse(null))
        .and("note", found.decision().map(DeadLetterFate::getNote).orElse(null))
        .and("key", letter.key());
  }

  private static String fate(DecidedDeadLetter found) {
    return found.decision().map(known -> known.getFate().name()).orElse("open");
  }
}
