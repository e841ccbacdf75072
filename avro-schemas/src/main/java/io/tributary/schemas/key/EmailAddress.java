package io.tributary.schemas.key;

import java.net.IDN;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * E-mail addresses in the canonical form of keys: ASCII letters in lower case, other letters before
 * the {@code @} in Unicode's NFC, the domain in ASCII ({@code xn--…}, RFC 3490).
 */
public final class EmailAddress {

  private static final Pattern CAPITALS = Pattern.compile("[A-Z]+");

  /** IDNA's versions of 2003 and 2008 make different domains of these: ß, ς and two joiners. */
  private static final Pattern AMBIGUOUS = Pattern.compile("[\\u00df\\u03c2\\u200c\\u200d]");

  private EmailAddress() {}

  /** The canonical form of an address; empty if there is none. */
  public static Optional<String> canonical(String text) {
    int at = text.indexOf('@');
    if (at < 0 || hidesAscii(text.substring(0, at))) {
      return Optional.empty();
    }
    String mailbox = Normalizer.normalize(text.substring(0, at), Normalizer.Form.NFC);
    return domain(text.substring(at + 1))
        .map(domain -> lowerCase(mailbox) + '@' + domain)
        .filter(KeyPart.EMAIL::accepts);
  }

  /** Lower case of ASCII letters alone: the Kelvin sign's would be k, another address. */
  private static String lowerCase(String text) {
    return CAPITALS.matcher(text).replaceAll(found -> found.group().toLowerCase(Locale.ROOT));
  }

  /** True of a text with a character that NFC makes one of ASCII, such as the Kelvin sign. */
  private static boolean hidesAscii(String text) {
    return text.codePoints()
        .filter(c -> !isAscii(c))
        .mapToObj(Character::toString)
        .map(c -> Normalizer.normalize(c, Normalizer.Form.NFC))
        .anyMatch(c -> c.codePoints().allMatch(EmailAddress::isAscii));
  }

  private static Optional<String> domain(String text) {
    if (text.codePoints().allMatch(EmailAddress::isAscii)) {
      return Optional.of(lowerCase(text));
    }
    try {
      return AMBIGUOUS.matcher(text).find()
          ? Optional.empty()
          : Optional.of(lowerCase(IDN.toASCII(text, IDN.USE_STD3_ASCII_RULES)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static boolean isAscii(int character) {
    return character < 0x80;
  }
}
