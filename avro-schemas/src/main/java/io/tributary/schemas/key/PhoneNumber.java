package io.tributary.schemas.key;

import java.util.Optional;
import java.util.regex.Pattern;

/** Telephone numbers in the canonical form of keys, E.164. */
public final class PhoneNumber {

  private static final String WHATSAPP = "whatsapp:";

  /** Spaces, hyphens, dots, slashes and brackets that people write in numbers. */
  private static final Pattern SEPARATORS = Pattern.compile("[\\p{Zs}\\u2010\\u2011./()-]");

  /** A zero that is dialled within the country alone. */
  private static final Pattern TRUNK_ZERO = Pattern.compile("\\(\\p{Zs}*0\\p{Zs}*\\)");

  private PhoneNumber() {}

  /** E.164 of a number, behind {@code whatsapp:} too; empty if it is none. */
  public static Optional<String> canonical(String text) {
    String number =
        text.regionMatches(true, 0, WHATSAPP, 0, WHATSAPP.length())
            ? text.substring(WHATSAPP.length())
            : text;
    return TRUNK_ZERO.matcher(number).find()
        ? Optional.empty()
        : Optional.of(SEPARATORS.matcher(number).replaceAll("")).filter(KeyPart.TEL::accepts);
  }
}
