package io.tributary.embedded.dynamodb.expression;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** The words that may be names in expressions only behind a {@code #} placeholder. */
final class ReservedWords {
  private static final Set<String> WORDS = load();

  private ReservedWords() {}

  static boolean contain(String name) {
    return WORDS.contains(name.toUpperCase(Locale.ROOT));
  }

  private static Set<String> load() {
    try (InputStream in =
        Objects.requireNonNull(ReservedWords.class.getResourceAsStream("reserved-words.txt"))) {
      return Set.of(
          new String(in.readAllBytes(), StandardCharsets.UTF_8).strip().split("\\s+", -1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
