package io.tributary.channels.mail;

import io.tributary.schemas.key.EmailAddress;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A mailbox in a header: canonical address and decoded name. */
public record MailAddress(String address, Optional<String> name) {

  private static final Predicate<String> ADDRESS =
      Pattern.compile("[^\\s@<>,;\"()]{1,256}@[^\\s@<>,;\"()]{1,256}").asMatchPredicate();

  /** A single address, canonical if possible; empty if invalid. */
  public static Optional<String> alone(String text) {
    String address = text.strip();
    if (address.startsWith("<") && address.endsWith(">")) {
      address = address.substring(1, address.length() - 1);
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
        case '<' -> angle = angle.isEmpty() ? Optional.of(until('>')) : Optional.of("");
        // what stands before it is the name of a group
        case ':' -> words.setLength(0);
        default -> words.append(next);
      }
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

    private Optional<MailAddress> found() {
      Optional<String> address = alone(angle.orElse(words.toString()));
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
