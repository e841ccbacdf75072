package io.tributary.channels.mail;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.james.mime4j.stream.BodyDescriptorBuilder;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.ParserCursor;
import org.apache.james.mime4j.stream.RawBody;
import org.apache.james.mime4j.stream.RawField;
import org.apache.james.mime4j.stream.RawFieldParser;
import org.apache.james.mime4j.util.ByteSequence;

/**
 * Reads the head of a MIME part; of repeated fields the first counts. Values keep their encoded
 * words: the library would look up a character set for each.
 */
final class MimeHead implements BodyDescriptorBuilder {

  private static final Predicate<String> TYPE =
      Pattern.compile("[^/\\s][^/]{0,127}/[^\\s].{0,127}", Pattern.DOTALL).asMatchPredicate();

  private static final String MULTIPART = "multipart/";
  private static final String DIGEST = "multipart/digest";

  private final String defaultType;
  private Optional<Parameters> type = Optional.empty();
  private Optional<Parameters> disposition = Optional.empty();
  private Optional<String> transferEncoding = Optional.empty();

  MimeHead() {
    this("text/plain");
  }

  private MimeHead(String defaultType) {
    this.defaultType = defaultType;
  }

  @Override
  public void reset() {
    type = Optional.empty();
    disposition = Optional.empty();
    transferEncoding = Optional.empty();
  }

  @Override
  public Field addField(RawField field) {
    switch (field.getNameLowerCase()) {
      case "content-type" -> type = type.or(() -> Optional.of(Parameters.of(field)));
      case "content-disposition" ->
          disposition = disposition.or(() -> Optional.of(Parameters.of(field)));
      case "content-transfer-encoding" ->
          transferEncoding =
              transferEncoding.or(
                  () ->
                      Optional.ofNullable(field.getBody())
                          .map(text -> text.strip().toLowerCase(Locale.ROOT))
                          .filter(text -> !text.isEmpty()));
      default -> {}
    }
    return field;
  }

  @Override
  public BodyDescriptorBuilder newChild() {
    return build().contentType().equals(DIGEST) ? new MimeHead("message/rfc822") : new MimeHead();
  }

  @Override
  public MimePart build() {
    Optional<String> boundary = type.flatMap(found -> found.plain("boundary"));
    String contentType =
        type.map(Parameters::value)
            .filter(TYPE)
            .filter(found -> !found.startsWith(MULTIPART) || boundary.isPresent())
            .orElse(defaultType);
    return new MimePart(
        contentType,
        boundary.filter(found -> contentType.startsWith(MULTIPART)),
        type.flatMap(found -> found.plain("charset")),
        transferEncoding.orElse("7bit"),
        disposition.map(Parameters::value).filter(found -> !found.isEmpty()),
        disposition.flatMap(found -> found.decoded("name")),
        disposition
            .flatMap(found -> found.decoded("filename"))
            .or(() -> type.flatMap(found -> found.decoded("name"))));
  }

  /**
   * A field's value and parameters.
   *
   * @param value in lower case
   * @param simple by names in lower case
   * @param extended in pieces or with a character set, by RFC 2231
   */
  private record Parameters(
      String value, Map<String, String> simple, Map<String, Pieces> extended) {

    private static final int MOST = 100;

    /**
     * A name such as {@code filename*1*}: with a number in pieces, with a star at its end escaped.
     */
    private static final Pattern EXTENDED = Pattern.compile("([^*]+)\\*([0-9]{1,3})?(\\*?)");

    private static final RawFieldParser PARSER = new UndecodedParser();

    static Parameters of(RawField field) {
      RawBody body = PARSER.parseRawBody(field);
      String value = body.getValue() == null ? "" : body.getValue().strip();
      Parameters parameters =
          new Parameters(value.toLowerCase(Locale.ROOT), new HashMap<>(), new HashMap<>());
      body.getParams().stream()
          .limit(MOST)
          .filter(pair -> pair.getName() != null && pair.getValue() != null)
          .forEach(pair -> parameters.add(pair.getName(), pair.getValue()));
      return parameters;
    }

    private void add(String name, String text) {
      Matcher parts = EXTENDED.matcher(name.toLowerCase(Locale.ROOT));
      if (parts.matches()) {
        boolean alone = parts.group(2) == null;
        extended
            .computeIfAbsent(parts.group(1), first -> new Pieces())
            .add(
                alone ? 0 : Integer.parseInt(parts.group(2)),
                alone || !parts.group(3).isEmpty(),
                text);
      } else {
        simple.put(name.toLowerCase(Locale.ROOT), text);
      }
    }

    Optional<String> plain(String name) {
      return Optional.ofNullable(simple.get(name)).filter(text -> !text.isEmpty());
    }

    Optional<String> decoded(String name) {
      return Optional.ofNullable(extended.get(name))
          .flatMap(Pieces::decoded)
          .or(() -> plain(name).map(MailHeaders::utf8))
          .map(EncodedWords::decoded)
          .filter(text -> !text.isBlank());
    }
  }

  /** The pieces of a parameter, of which the first names the character set, by RFC 2231. */
  private static final class Pieces {

    private static final Pattern CHARSET = Pattern.compile("([^']*)'[^']*'", Pattern.DOTALL);

    private final Map<Integer, String> texts = new HashMap<>();
    private final Set<Integer> escaped = new HashSet<>();

    void add(int number, boolean isEscaped, String text) {
      texts.put(number, text);
      if (isEscaped) {
        escaped.add(number);
      }
    }

    /** The text up to the first missing piece; a character may be split among escaped ones. */
    Optional<String> decoded() {
      StringBuilder decoded = new StringBuilder();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Optional<String> charset = Optional.empty();
      for (int i = 0; texts.containsKey(i); i++) {
        String text = texts.get(i);
        Matcher named = CHARSET.matcher(text);
        if (i == 0 && escaped.contains(i) && named.lookingAt()) {
          charset = Optional.of(named.group(1));
          text = text.substring(named.end());
        }
        if (escaped.contains(i)) {
          bytes.writeBytes(unescaped(text));
        } else {
          decoded.append(MailText.decode(bytes.toByteArray(), charset));
          decoded.append(MailHeaders.utf8(text));
          bytes.reset();
        }
      }
      decoded.append(MailText.decode(bytes.toByteArray(), charset));
      return Optional.of(decoded.toString()).filter(text -> !text.isEmpty());
    }

    private static byte[] unescaped(String text) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (int i = 0; i < text.length(); i++) {
        char next = text.charAt(i);
        if (next == '%'
            && i + 2 < text.length()
            && HexFormat.isHexDigit(text.charAt(i + 1))
            && HexFormat.isHexDigit(text.charAt(i + 2))) {
          next = (char) HexFormat.fromHexDigits(text, i + 1, i + 3);
          i += 2;
        }
        bytes.write(next);
      }
      return bytes.toByteArray();
    }
  }

  private static final class UndecodedParser extends RawFieldParser {

    @Override
    public void copyQuotedContent(ByteSequence buffer, ParserCursor cursor, StringBuilder quoted) {
      if (cursor.atEnd() || buffer.byteAt(cursor.getPos()) != '"') {
        return;
      }
      int from = cursor.getPos() + 1;
      int end = end(buffer, from, cursor.getUpperBound());
      for (int i = from; i < end; i++) {
        if (isEscape(buffer, i, end)) {
          i++;
        }
        char next = (char) (buffer.byteAt(i) & 0xff);
        quoted.append(next == '\r' || next == '\n' ? "" : next);
      }
      cursor.updatePos(Math.min(end + 1, cursor.getUpperBound()));
    }

    private static int end(ByteSequence buffer, int from, int limit) {
      int at = from;
      while (at < limit && buffer.byteAt(at) != '"') {
        at += buffer.byteAt(at) == '\\' ? 2 : 1;
      }
      return Math.min(at, limit);
    }

    /** True before a quote or a backslash; paths of Windows come without escapes. */
    private static boolean isEscape(ByteSequence buffer, int at, int end) {
      return buffer.byteAt(at) == '\\'
          && at + 1 < end
          && (buffer.byteAt(at + 1) == '"' || buffer.byteAt(at + 1) == '\\');
    }
  }
}
