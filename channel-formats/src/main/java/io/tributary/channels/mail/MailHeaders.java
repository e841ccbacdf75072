package io.tributary.channels.mail;

import io.tributary.channels.event.EpochMillis;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The headers of a mail: unfolded, by names in lower case. */
public record MailHeaders(Map<String, List<String>> byName) {

  private static final String FROM = "from";
  private static final Pattern FOLD = Pattern.compile("\\r?\\n[ \\t]+");
  private static final Pattern LINE = Pattern.compile("\\r?\\n|\\r");
  private static final Pattern FIELD = Pattern.compile("([!-9;-~]{1,128})[ \\t]*:(.*)");

  /** Bytes in which the body's character set is looked for. */
  private static final int MOST_SEARCHED = 64 * 1024;

  private static final Pattern CHARSET =
      Pattern.compile(
          "(?i)(?:^|\\n)content-type:[^\\r\\n]{0,500}(?:\\r?\\n[ \\t][^\\r\\n]{0,500})?charset\\s?=\\s?\"?([^\\s\";]{1,64})");

  private static final Pattern ID = Pattern.compile("<\\s*([^<>\\s]{1,998})\\s*>");

  /** Parses the text before a mail's body; other lines are left out. */
  public static MailHeaders parse(String text) {
    Map<String, List<String>> byName = new HashMap<>();
    for (String line : LINE.split(FOLD.matcher(text).replaceAll(" "), -1)) {
      Matcher field = FIELD.matcher(line);
      if (field.matches()) {
        String name = field.group(1).toLowerCase(Locale.ROOT);
        byName.computeIfAbsent(name, any -> new ArrayList<>()).add(field.group(2).strip());
      }
    }
    return new MailHeaders(byName);
  }

  /** The first of a name, not decoded. */
  public Optional<String> first(String name) {
    return all(name).stream().findFirst();
  }

  private List<String> all(String name) {
    return byName.getOrDefault(name, List.of()).stream().filter(text -> !text.isEmpty()).toList();
  }

  /** The author; empty if absent, invalid, or given twice, as mail programs show one of them. */
  public Optional<MailAddress> author() {
    return all(FROM).size() > 1 ? Optional.empty() : first(FROM).flatMap(MailAddress::first);
  }

  /** The mail's id without brackets. */
  public Optional<String> messageId() {
    return first("message-id").flatMap(text -> ids(text).stream().findFirst());
  }

  /** Id of the answered mail. */
  public Optional<String> answered() {
    Optional<String> answered =
        first("in-reply-to").flatMap(text -> ids(text).stream().findFirst());
    return answered.or(() -> references().stream().reduce((earlier, later) -> later));
  }

  /** Ids of earlier mails, the oldest first. */
  public List<String> references() {
    return first("references").map(MailHeaders::ids).orElse(List.of());
  }

  public Optional<String> subject() {
    return first("subject").map(EncodedWords::decoded);
  }

  public OptionalLong date() {
    return EpochMillis.ofMail(first("date"));
  }

  private static List<String> ids(String text) {
    return ID.matcher(text).results().map(id -> id.group(1)).toList();
  }

  /** The text before a mail's body; characters beside ASCII are mostly in the body's set. */
  public static String of(byte[] mime) {
    byte[] head = Arrays.copyOf(mime, end(mime));
    return MailText.decodeLines(head, MailText.named(CHARSET, head, MOST_SEARCHED));
  }

  private static int end(byte[] mime) {
    for (int i = 0; i + 1 < mime.length; i++) {
      if (mime[i] == '\n' && (mime[i + 1] == '\n' || mime[i + 1] == '\r')) {
        return i + 1;
      }
    }
    return mime.length;
  }

  /** Decodes a header whose characters stand for bytes. */
  public static String utf8(String bytewise) {
    return bytewise.chars().allMatch(c -> c <= 0xff)
        ? MailText.decode(bytewise.getBytes(StandardCharsets.ISO_8859_1), Optional.empty())
        : bytewise;
  }
}
