package io.tributary.channels.mail;

import io.tributary.schemas.key.EmailAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A mailbox in a header: canonical address and decoded name. */
public record MailAddress(String address, Optional<String> name) {

  private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\.){0,256})\"(?=@)");
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");
  private static final Predicate<String> ADDRESS =
      Pattern.compile("[^\\s@<>,;\"()]{1,256}@[^\\s@<>,;\"()]{1,256}").asMatchPredicate();

  /** A single address without quotes, canonical if possible; empty if invalid. */
  public static Optional<String> alone(String text) {
    String address = text.strip();
    if (address.startsWith("<") && address.endsWith(">")) {
      address = address.substring(1, address.length() - 1).strip();
    }
    Matcher quoted = QUOTED.matcher(address);
    if (quoted.lookingAt()) {
      address = ESCAPE.matcher(quoted.group(1)).replaceAll("$1") + address.substring(quoted.end());
    }
    return Optional.of(address)
        .filter(ADDRESS)
        .map(found -> EmailAddress.canonical(found).orElse(found));
  }

  public static MailAddress nameless(String address) {
    return new MailAddress(address, Optional.empty());
  }

  /**
   * The first mailbox of a header such as {@code "Doe, Alex" <a@b.example>, c@d.example}. Words are
   * decoded last: a name may look like an address.
   */
  public static Optional<MailAddress> first(String header) {
    return new Reader(header).first();
  }

  private static final class Reader {

    private final String header;
    private final StringBuilder words = new StringBuilder();
    private final StringBuilder comment = new StringBuilder();
    private Optional<String> angle = Optional.empty();
    private int at;

    Reader(String header) {
      this.header = header;
    }

    Optional<MailAddress> first() {
      while (at < header.length()) {
        char next = header.charAt(at);
        at++;
        if (next == ',' || next == ';') {
          Optional<MailAddress> found = found();
          if (found.isPresent()) {
            return found;
          }
          words.setLength(0);
          angle = Optional.empty();
        } else {
          take(next);
        }
      }
      return found();
    }

    private void take(char next) {
      switch (next) {
        case '"' -> words.append(until('"'));
        case '(' -> comment.append(comment());
        // Two addresses are ambiguous
        case '<' -> angle = angle.isEmpty() ? Optional.of(angle()) : Optional.of("");
        // before it stands the name of a group
        case ':' -> words.setLength(0);
        default -> words.append(next);
      }
    }

    /** The text before the end of an angle, which quotes may hold, too. */
    private String angle() {
      boolean isQuoted = false;
      int start = at;
      while (at < header.length() && (isQuoted || header.charAt(at) != '>')) {
        isQuoted ^= header.charAt(at) == '"';
        at += header.charAt(at) == '\\' ? 2 : 1;
      }
      String text = header.substring(start, Math.min(at, header.length()));
      at++;
      return text;
    }

    private String until(char end) {
      StringBuilder taken = new StringBuilder();
      while (at < header.length() && header.charAt(at) != end) {
        if (header.charAt(at) == '\\' && at + 1 < header.length()) {
          at++;
        }
        taken.append(header.charAt(at));
        at++;
      }
      at++;
      return taken.toString();
    }

    private String comment() {
      StringBuilder taken = new StringBuilder();
      int depth = 1;
      while (at < header.length()) {
        char next = header.charAt(at);
        at++;
        depth += next == '(' ? 1 : next == ')' ? -1 : 0;
        if (depth == 0) {
          break;
        }
        taken.append(next);
      }
      return taken.toString();
    }

    /** The address among words without angles, if it is a single one. */
    private Optional<String> only() {
      if (words.indexOf("@") < 0) {
        return Optional.empty();
      }
      List<String> addresses =
          Stream.of(BLANKS.split(words)).flatMap(word -> alone(word).stream()).limit(2).toList();
      return addresses.size() == 1 ? Optional.of(addresses.get(0)) : Optional.empty();
    }

    private Optional<MailAddress> found() {
      Optional<String> address =
          angle.isPresent() ? alone(angle.get()) : alone(words.toString()).or(this::only);
      CharSequence name = angle.isPresent() ? words : comment;
      return address.map(
          found ->
              new MailAddress(
                  found,
                  Optional.of(EncodedWords.decoded(name.toString()).strip())
                      .filter(text -> !text.isEmpty())));
    }
  }
}
