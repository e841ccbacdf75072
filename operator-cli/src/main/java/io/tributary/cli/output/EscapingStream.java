package io.tributary.cli.output;

import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Text for a terminal. Control, format and bidirectional characters are printed as JSON escapes,
 * such as {@code \}{@code u001b}, except for line ends and tabs; JSON stays the same JSON. Bytes
 * are written as they are.
 */
public final class EscapingStream extends PrintStream {

  private static final String HARMFUL = "\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}";
  private static final Pattern IN_TEXT = Pattern.compile("[" + HARMFUL + "&&[^\\n\\t]]");
  private static final Pattern IN_LINE = Pattern.compile("[" + HARMFUL + "]");

  public EscapingStream(PrintStream out) {
    super(out, false, Charset.defaultCharset());
  }

  /** A text that stays on its line: line ends and tabs are escaped too. */
  public static String line(String text) {
    return escaped(IN_LINE, text);
  }

  private static String escaped(Pattern harmful, String text) {
    return harmful
        .matcher(text)
        .replaceAll(
            found -> {
              StringBuilder escapes = new StringBuilder();
              for (char unit : found.group().toCharArray()) {
                escapes.append(String.format("\\\\u%04x", (int) unit));
              }
              return escapes.toString();
            });
  }

  @Override
  public void print(@Nullable String text) {
    super.print(escaped(IN_TEXT, String.valueOf(text)));
  }

  @Override
  public void print(@Nullable Object value) {
    print(String.valueOf(value));
  }
}
