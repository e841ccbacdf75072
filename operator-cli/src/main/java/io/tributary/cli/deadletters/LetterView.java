package io.tributary.cli.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.avro.envelope.DeadLetterFate;
import io.tributary.cli.output.EscapingStream;
import io.tributary.cli.output.Members;
import io.tributary.cli.output.Output;
import io.tributary.cli.topics.RecordJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** All that there is of one letter. */
final class LetterView {

  private static final int LABELS = 11;

  private final Letter letter;
  private final Optional<DeadLetterFate> fate;
  private final JsonNode value;

  LetterView(Letter letter, Optional<DeadLetterFate> fate, RecordJson json) {
    this.letter = letter;
    this.fate = fate;
    this.value = json.value(letter.record().value());
  }

  void print(Output output) {
    Members members = Listing.members(letter, fate).and("headers", headers()).and("value", value);
    output.print(text(members.map()), members.map());
  }

  /** The value alone, as it may be edited and given back. */
  void printValue(Output output) {
    output.print(value.toPrettyString(), Map.of("value", value));
  }

  private Map<String, @Nullable Object> headers() {
    Map<String, @Nullable Object> headers = new LinkedHashMap<>();
    for (Header header : letter.record().headers()) {
      byte[] bytes = header.value();
      headers.put(header.key(), bytes == null ? null : new String(bytes, StandardCharsets.UTF_8));
    }
    return headers;
  }

  /** A line for each member that says something; the last one is the value. */
  private String text(Map<String, @Nullable Object> members) {
    List<String> lines = new ArrayList<>();
    members.forEach(
        (name, member) -> {
          if (member != null && !name.equals("headers") && !name.equals("value")) {
            lines.add(line(name, EscapingStream.line(member.toString())));
          }
        });
    headers()
        .forEach(
            (name, header) -> lines.add(line("header", EscapingStream.line(name + '=' + header))));
    lines.add(line("value", value.toPrettyString()));
    return String.join("\n", lines);
  }

  private static String line(String label, String text) {
    return label + " ".repeat(Math.max(1, LABELS - label.length())) + text;
  }
}
