package io.tributary.schemas.key;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Telephone numbers in the canonical form of keys, E.164. */
public final class PhoneNumber {

  private static final String WHATSAPP = "whatsapp:";

  /** Spaces, hyphens, dots, slashes and brackets that people write in numbers. */
  private static final Pattern SEPARATORS = Pattern.compile("[\\p{Zs}\\u2010\\u2011./()-]");

  /** A zero that is dialled within the country alone. */
  private static final Pattern TRUNK_ZERO = Pattern.compile("\\(\\p{Zs}*0\\p{Zs}*\\)");

  /** Numbers with a mobile mark between country and number, which WhatsApp leaves out or adds. */
  private enum MobileMark {
    ARGENTINA("\\+54", "9", "[0-9]{10}"),
    BRAZIL("\\+55[0-9]{2}", "9", "[6-9][0-9]{7}"),
    MEXICO("\\+52", "1", "[0-9]{10}");

    private final String mark;
    private final Pattern with;
    private final Pattern without;

    MobileMark(String before, String mark, String after) {
      this.mark = mark;
      this.with = Pattern.compile('(' + before + ')' + mark + '(' + after + ')');
      this.without = Pattern.compile('(' + before + ")(" + after + ')');
    }

    Optional<String> removed(String number) {
      return Optional.of(with.matcher(number))
          .filter(Matcher::matches)
          .map(parts -> parts.replaceFirst("$1$2"));
    }

    Optional<String> added(String number) {
      return Optional.of(without.matcher(number))
          .filter(Matcher::matches)
          .map(parts -> parts.replaceFirst("$1" + mark + "$2"));
    }
  }

  private PhoneNumber() {}

  /**
   * The one form of a number of E.164 that has two: that without the mobile mark of Argentina,
   * Brazil and Mexico. Other texts stay.
   */
  public static String single(String number) {
    return marks(mark -> mark.removed(number)).orElse(number);
  }

  /** The other form of a number that has two. */
  public static Optional<String> other(String number) {
    return marks(mark -> mark.removed(number)).or(() -> marks(mark -> mark.added(number)));
  }

  private static Optional<String> marks(Function<MobileMark, Optional<String>> form) {
    return Arrays.stream(MobileMark.values())
        .flatMap(mark -> form.apply(mark).stream())
        .findFirst();
  }

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
