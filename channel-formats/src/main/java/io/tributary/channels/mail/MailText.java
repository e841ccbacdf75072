package io.tributary.channels.mail;

import io.tributary.channels.json.JsonScalar;
import io.tributary.schemas.json.Utf8;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Decodes bytes of any character set, by the names and supersets of the WHATWG Encoding Standard;
 * broken bytes become U+FFFD.
 *
 * @see <a href="https://encoding.spec.whatwg.org/#names-and-labels">Names and labels</a>
 */
public final class MailText {

  private static final char BROKEN = '\uFFFD';
  private static final int ASCII = 0x80;
  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

  /** Sets with a byte order mark, which counts more than a name. */
  private static final List<Charset> MARKED =
      List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE);

  private static final String MARK = "\uFEFF";
  private static final String CHARACTERS = "0xA0";
  private static final int FIRST_CHARACTER = 0xa0;

  private static final Pattern PARAMETERS = Pattern.compile("[;,/].*", Pattern.DOTALL);
  private static final Pattern SIGNS = Pattern.compile("[^a-z0-9]");
  private static final Pattern VENDOR = Pattern.compile("^x+");

  /** Bytes in which HTML may name its own set. */
  private static final int HEAD = 1024;

  private static final Pattern META =
      Pattern.compile(
          "<meta\\s[^>]{0,300}?charset\\s{0,9}=\\s{0,9}[\"']?\\s{0,9}([^\\s\"'/>;]{1,64})",
          Pattern.CASE_INSENSITIVE);

  private static final Map<String, Function<byte[], String>> DECODERS = decoders();

  private MailText() {}

  private static Map<String, Function<byte[], String>> decoders() {
    Map<String, Function<byte[], String>> decoders = new HashMap<>();
    for (Charset charset : Charset.availableCharsets().values()) {
      Stream.concat(Stream.of(charset.name()), charset.aliases().stream())
          .forEach(name -> decoders.put(key(name), bytes -> new String(bytes, charset)));
    }
    Properties table = new Properties();
    try (Reader reader =
        new InputStreamReader(
            Objects.requireNonNull(
                MailText.class.getResourceAsStream("charsets.properties"), "charsets.properties"),
            StandardCharsets.UTF_8)) {
      table.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (String sets : table.stringPropertyNames()) {
      Function<byte[], String> decoder = decoder(sets);
      Stream.of(table.getProperty(sets).split(" ")).forEach(name -> decoders.put(name, decoder));
    }
    return Map.copyOf(decoders);
  }

  private static Function<byte[], String> decoder(String sets) {
    if (sets.equals("?")) {
      return MailText::guessed;
    }
    if (sets.startsWith(CHARACTERS)) {
      return bytes -> characters(sets.substring(CHARACTERS.length()), bytes);
    }
    List<Charset> charsets =
        Stream.of(sets.split(",")).filter(Charset::isSupported).map(Charset::forName).toList();
    // A runtime may lack the module with the larger sets
    return charsets.isEmpty() ? MailText::guessed : bytes -> best(charsets, bytes);
  }

  private static String characters(String table, byte[] bytes) {
    char[] characters = new char[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      int character = Byte.toUnsignedInt(bytes[i]);
      characters[i] =
          character < FIRST_CHARACTER
              ? (char) character
              : table.charAt(character - FIRST_CHARACTER);
    }
    return new String(characters);
  }

  private static String best(List<Charset> charsets, byte[] bytes) {
    String first = new String(bytes, charsets.get(0));
    return charsets.size() == 1 || first.indexOf(BROKEN) < 0
        ? first
        : charsets.stream()
            .map(charset -> new String(bytes, charset))
            .min(Comparator.comparingLong(MailText::broken))
            .orElse(first);
  }

  private static long broken(String text) {
    return text.chars().filter(c -> c == BROKEN).count();
  }

  /** UTF-8, or Windows-1252 if most of the other bytes are broken. */
  private static String guessed(byte[] bytes) {
    return Utf8.decode(bytes)
        .orElseGet(
            () -> {
              String text = new String(bytes, StandardCharsets.UTF_8);
              return text.chars().filter(c -> c >= ASCII).count() > 2 * broken(text)
                  ? text
                  : new String(bytes, WINDOWS_1252);
            });
  }

  private static String key(String name) {
    String letters = SIGNS.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
    return VENDOR.matcher(letters).replaceFirst("");
  }

  private static Optional<Function<byte[], String>> decoderOf(String name) {
    return Optional.ofNullable(DECODERS.get(key(PARAMETERS.matcher(name).replaceFirst(""))));
  }

  /** True for a name in any notation, such as {@code "ISO_8859-1"} in quotes. */
  static boolean isCharset(String name) {
    return decoderOf(name).isPresent();
  }

  /**
   * Decodes by a byte order mark, else by the named character set; else as UTF-8, or as
   * Windows-1252 if most of the bytes beside ASCII are no UTF-8.
   */
  public static String decode(byte[] bytes, Optional<String> charset) {
    for (Charset marked : MARKED) {
      byte[] mark = MARK.getBytes(marked);
      if (bytes.length >= mark.length
          && Arrays.equals(bytes, 0, mark.length, mark, 0, mark.length)) {
        return JsonScalar.repaired(
            new String(bytes, mark.length, bytes.length - mark.length, marked));
      }
    }
    return JsonScalar.repaired(
        charset.flatMap(MailText::decoderOf).orElse(MailText::guessed).apply(bytes));
  }

  /** Decodes HTML, which may name its character set itself. */
  public static String decodeHtml(byte[] bytes, Optional<String> charset) {
    // UTF-16 would have made the name itself unreadable
    return decode(
        bytes,
        charset
            .filter(MailText::isCharset)
            .or(() -> named(META, bytes, HEAD).filter(name -> !key(name).startsWith("utf16"))));
  }

  /**
   * Decodes headers, each line by itself: lines that are not UTF-8 by the named character set.
   *
   * @param charset of the mail's own text
   */
  public static String decodeLines(byte[] bytes, Optional<String> charset) {
    Optional<String> other = charset.filter(name -> !key(name).equals("utf8"));
    return Utf8.decode(bytes)
        .orElseGet(
            () -> {
              StringBuilder text = new StringBuilder();
              for (int start = 0; start < bytes.length; ) {
                int end = start;
                while (end < bytes.length && bytes[end] != '\n') {
                  end++;
                }
                byte[] line = Arrays.copyOfRange(bytes, start, Math.min(end + 1, bytes.length));
                text.append(Utf8.decode(line).orElseGet(() -> decode(line, other)));
                start = end + 1;
              }
              return text.toString();
            });
  }

  /** The name of a character set within the first bytes. */
  static Optional<String> named(Pattern place, byte[] bytes, int within) {
    Matcher name =
        place.matcher(
            new String(bytes, 0, Math.min(bytes.length, within), StandardCharsets.ISO_8859_1));
    return name.find() ? Optional.of(name.group(1)).filter(MailText::isCharset) : Optional.empty();
  }
}
