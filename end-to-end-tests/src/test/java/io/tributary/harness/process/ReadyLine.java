package io.tributary.harness.process;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The one line by which a process says that it answers.
 *
 * @param text the whole line
 * @param values what stands in it as {@code name=value}, in order
 */
public record ReadyLine(String text, Map<String, String> values) {

  private static final String FIRST_WORD = "ready";

  /** The line in what a process has printed so far, once it is complete. */
  static Optional<ReadyLine> in(String printed) {
    int end = printed.lastIndexOf('\n');
    List<String> lines = end < 0 ? List.of() : printed.substring(0, end).lines().toList();
    return lines.stream()
        .filter(line -> line.equals(FIRST_WORD) || line.startsWith(FIRST_WORD + " "))
        .findFirst()
        .map(ReadyLine::parse);
  }

  /** The value of that name. */
  public String get(String name) {
    String value = values.get(name);
    if (value == null) {
      throw new NoSuchElementException("no " + name + "= in: " + text);
    }
    return value;
  }

  private static ReadyLine parse(String line) {
    Map<String, String> values = new LinkedHashMap<>();
    Arrays.stream(line.split(" ", -1))
        .filter(word -> word.contains("="))
        .forEach(
            word ->
                values.put(
                    word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1)));
    return new ReadyLine(line, values);
  }
}
