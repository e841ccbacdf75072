package io.tributary.channels.mail;

import io.tributary.channels.json.JsonScalar;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.james.mime4j.codec.Base64InputStream;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.QuotedPrintableInputStream;

/** Decodes a header's encoded words, by RFC 2047, in linear time. */
final class EncodedWords {

  /** A header of a long subject has some dozens. */
  static final int MOST = 100;

  private static final Pattern BEGINNING =
      Pattern.compile("=\\?([^?*\\s]{1,64})(?:\\*[^?\\s]{0,64})?\\?([BbQq])\\?");
  private static final String END = "?=";

  private final String text;
  private final StringBuilder decoded = new StringBuilder();
  private final Matcher beginning;
  private int done;
  private int words;
  private int end;

  private EncodedWords(String text) {
    this.text = text;
    this.beginning = BEGINNING.matcher(text);
  }

  /**
   * The text with its first 100 words of known character sets decoded, and the rest as it stands;
   * lone surrogates become U+FFFD.
   */
  static String decoded(String text) {
    return JsonScalar.repaired(text.contains(END) ? new EncodedWords(text).decoded() : text);
  }

  private String decoded() {
    int start = 0;
    while (words < MOST && beginning.find(start) && isWhole()) {
      start = isKnown() ? decodeFrom(beginning.start()) : beginning.end();
    }
    return decoded.append(text, done, text.length()).toString();
  }

  /** Decodes a word with those that follow it: a character may be split among them. */
  private int decodeFrom(int start) {
    String charset = beginning.group(1);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    decoded.append(text, done, start);
    do {
      words++;
      if (!beginning.group(1).equalsIgnoreCase(charset)) {
        decoded.append(MailText.decode(bytes.toByteArray(), Optional.of(charset)));
        bytes.reset();
        charset = beginning.group(1);
      }
      bytes.writeBytes(bytes(beginning.group(2), text.substring(beginning.end(), end)));
      done = end + END.length();
    } while (words < MOST
        && beginning.region(skipBlanks(done), text.length()).lookingAt()
        && isKnown()
        && isWhole());
    decoded.append(MailText.decode(bytes.toByteArray(), Optional.of(charset)));
    return done;
  }

  private static byte[] bytes(String encoding, String word) {
    try (InputStream decoder =
        encoding.equalsIgnoreCase("B")
            ? new Base64InputStream(encoded(word), DecodeMonitor.SILENT)
            : new QuotedPrintableInputStream(
                encoded(word.replace("_", "=20")), DecodeMonitor.SILENT)) {
      return decoder.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream encoded(String word) {
    return new ByteArrayInputStream(word.getBytes(StandardCharsets.UTF_8));
  }

  /** Finds the end of the word; the same end is never searched twice. */
  private boolean isWhole() {
    if (end >= 0 && end < beginning.end()) {
      end = text.indexOf(END, beginning.end());
    }
    return end >= 0;
  }

  private boolean isKnown() {
    return MailText.isCharset(beginning.group(1));
  }

  private int skipBlanks(int from) {
    int at = from;
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at;
  }
}
