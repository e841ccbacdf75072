package io.tributary.schemas.key;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Identifiers of users of WhatsApp: a number, or an id that stands for a hidden one. */
public final class ContactId {

  /** A number, with the server of a chat behind it. */
  private static final Pattern NUMBER =
      Pattern.compile("\\+?([1-9][0-9]{1,14})(@s\\.whatsapp\\.net|@c\\.us)?");

  private static final Pattern USER_ID =
      Pattern.compile("[A-Z]{2}\\.(?:ENT\\.)?[A-Za-z0-9]{1,128}");

  private ContactId() {}

  /** True of a business-scoped user id, such as {@code US.13491208655302741918}. */
  public static boolean isUserId(String text) {
    return USER_ID.matcher(text).matches();
  }

  /** True of a user id for all businesses of a parent, such as {@code US.ENT.118157992128868}. */
  public static boolean isParentId(String text) {
    return isUserId(text) && text.startsWith("ENT.", "US.".length());
  }

  /** True of a number. */
  public static boolean isNumber(String identifier) {
    return NUMBER.matcher(identifier).matches();
  }

  /** A number as E.164, in the form that it has. */
  public static Optional<String> e164(String identifier) {
    Matcher number = NUMBER.matcher(identifier);
    return number.matches() ? Optional.of('+' + number.group(1)) : Optional.empty();
  }

  /** The one form of E.164 of a number; another identifier stays. */
  public static String single(String identifier) {
    Matcher number = NUMBER.matcher(identifier);
    return number.matches() ? PhoneNumber.single('+' + number.group(1)) : identifier;
  }

  /** The identifier, and the same with the number's other form. */
  public static List<String> forms(String identifier) {
    Matcher number = NUMBER.matcher(identifier);
    return number.matches()
        ? Stream.concat(
                Stream.of(identifier),
                PhoneNumber.other('+' + number.group(1)).stream()
                    .map(other -> identifier.replace(number.group(1), other.substring(1))))
            .toList()
        : List.of(identifier);
  }
}
