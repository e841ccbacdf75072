package io.tributary.cli.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results of a command: lines of text, or JSON lines, one object each. */
public record Output(PrintStream out, boolean json) {

  private static final String HOME = "\u001b[H";
  private static final String CLEAR_LINE = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";

  public boolean isJson() {
    return json;
  }

  /**
   * One result.
   *
   * @param text for people; several lines, or none if it is empty
   * @param members for programs, in that order: texts, numbers, booleans, lists and maps
   */
  public void print(String text, Map<String, ? extends @Nullable Object> members) {
    if (json) {
      out.println(jsonOf(members));
    } else if (!text.isEmpty()) {
      out.println(text);
    }
    out.flush();
  }

  /**
   * One result in place of the one before, on a terminal.
   *
   * @param lines for people
   * @param members for programs
   */
  public void redraw(List<String> lines, Map<String, ? extends @Nullable Object> members) {
    if (json) {
      print("", members);
      return;
    }
    control(HOME);
    for (int i = 0; i < lines.size(); i++) {
      out.print(i == 0 ? "" : "\n");
      out.print(EscapingStream.line(lines.get(i)));
      control(CLEAR_LINE);
    }
    control(CLEAR_BELOW);
    out.println();
    out.flush();
  }

  private void control(String sequence) {
    out.writeBytes(sequence.getBytes(StandardCharsets.US_ASCII));
  }

  /** A table, or a JSON object for each row. */
  public <T> void print(List<Column<T>> columns, List<T> rows) {
    if (json) {
      rows.forEach(row -> out.println(jsonOf(Column.members(columns, row))));
    } else {
      Column.lines(columns, rows).forEach(out::println);
    }
    out.flush();
  }

  /** Differences from the definition. */
  public void drift(List<String> found) {
    found.forEach(each -> print("drift: " + each, Map.of("drift", each)));
  }

  /** True when the output is closed. */
  public boolean isClosed() {
    return out.checkError();
  }

  /** Initialized when it is needed. */
  private static final class Json {
    private static final ObjectMapper MAPPER =
        new ObjectMapper().configure(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN, true);
  }

  private static String jsonOf(Map<String, ? extends @Nullable Object> members) {
    try {
      return Json.MAPPER.writeValueAsString(members);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
