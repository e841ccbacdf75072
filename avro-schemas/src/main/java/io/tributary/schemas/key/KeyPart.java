package io.tributary.schemas.key;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;
import java.util.function.Predicate;

/**
 * Rule for an id as a part of a key. The gateway refuses bad input by it, and the processors again,
 * because other producers write, too.
 *
 * @param shape by hand, not by pattern: every reading is checked several times
 * @param rule in words, for error messages
 */
public record KeyPart(Predicate<String> shape, String rule) {

  /** The uid of the public part of an inbox; a user must not have it. */
  public static final String RESERVED_UID = "$public";

  private static final int LONGEST_BATCH_ID = 256;
  private static final int LONGEST_ID = 128;
  private static final int LONGEST_IDEMPOTENCY_KEY = 256;
  private static final int MESSAGE_ID_LENGTH = 17;
  private static final int LONGEST_CHANNEL_TYPE = 32;
  private static final int LONGEST_CONVERSATION_ID = 512;
  private static final int LONGEST_ADDRESS = 254;
  private static final int MOST_DIGITS = 15;
  private static final int ASCII = 0x80;

  public static final KeyPart HARDWARE_ID =
      new KeyPart(
          mask("XX:XX:XX:XX:XX:XX"),
          "must be a MAC address XX:XX:XX:XX:XX:XX in capital hex digits");

  /** Opaque id of one reading. */
  public static final KeyPart BATCH_ID =
      new KeyPart(
          id -> isPrintable(id, LONGEST_BATCH_ID), "must be 1 to 256 printable ASCII characters");

  /** Id of anything in a key whose parts are joined by {@code #}. */
  public static final KeyPart ID =
      new KeyPart(
          id -> isPrintable(id, LONGEST_ID) && id.indexOf('#') < 0,
          "must be 1 to 128 printable ASCII characters without #");

  /** Id of a user of an inbox: one name is taken. */
  public static final KeyPart UID =
      new KeyPart(
          id -> ID.accepts(id) && !id.equals(RESERVED_UID),
          ID.rule() + ", and not " + RESERVED_UID);

  /** Category of a message in an inbox: a star stands for all of them. */
  public static final KeyPart CATEGORY =
      new KeyPart(id -> ID.accepts(id) && !id.equals("*"), ID.rule() + ", and not *");

  /** Id of a message in an inbox. */
  public static final KeyPart MESSAGE_ID =
      new KeyPart(mask("A".repeat(MESSAGE_ID_LENGTH)), "must be 17 characters 0-9 and A-Z");

  /** A caller's name for a publish, so that repeating it is safe. */
  public static final KeyPart IDEMPOTENCY_KEY =
      new KeyPart(
          id -> isPrintable(id, LONGEST_IDEMPOTENCY_KEY),
          "must be 1 to 256 printable ASCII characters");

  /** Kind of channel, such as {@code teams}. */
  public static final KeyPart CHANNEL_TYPE =
      new KeyPart(
          id ->
              isPrintable(id, LONGEST_CHANNEL_TYPE)
                  && id.chars().allMatch(c -> fits('z', (char) c)),
          "must be 1 to 32 characters a-z, 0-9, _ and -");

  /** Id of a conversation, of a provider's event or of a message; providers make long ones. */
  public static final KeyPart LONG_ID =
      new KeyPart(
          id -> isPrintable(id, LONGEST_CONVERSATION_ID) && id.indexOf('#') < 0,
          "must be 1 to 512 printable ASCII characters without #");

  /** The sender of a channel's message: mostly a number or an e-mail address. */
  public static final KeyPart RECIPIENT =
      new KeyPart(
          KeyPart::isRecipient,
          "must be 1 to 254 bytes of printable ASCII characters without #, and of other letters");

  public static final KeyPart TEL =
      new KeyPart(
          KeyPart::isNumber, "must be a number as E.164: + and 2 to 15 digits, the first not 0");

  public static final KeyPart EMAIL =
      new KeyPart(
          id -> RECIPIENT.accepts(id) && isAddress(id),
          "must be an e-mail address of at most 254 bytes without # and spaces, its ASCII letters in"
              + " lower case, its domain in ASCII");

  /** UUID of version 4 and RFC 4122 variant, with hyphens. */
  public static final KeyPart UUID_V4 =
      new KeyPart(
          mask("xxxxxxxx-xxxx-4xxx-vxxx-xxxxxxxxxxxx"), "must be a UUID of version 4 with hyphens");

  public boolean accepts(String id) {
    return shape.test(id);
  }

  /** The id itself, or {@link KeyFormatException} when it breaks the rule. */
  public String require(String name, String id) {
    if (!accepts(id)) {
      throw new KeyFormatException(name + " " + rule);
    }
    return id;
  }

  /**
   * The id itself, or {@link #hashed} if it breaks the rule: for foreign ids, so that none is lost
   * and different ones stay apart.
   */
  public String fitted(String id) {
    return accepts(id) ? id : hashed(id);
  }

  /** {@code ~} and the base64url of its SHA-256: 44 characters that any key can have. */
  public static String hashed(String text) {
    return "~" + Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(text));
  }

  private static boolean isPrintable(String id, int longest) {
    for (int i = 0; i < id.length(); i++) {
      if (id.charAt(i) < ' ' || id.charAt(i) > '~') {
        return false;
      }
    }
    return !id.isEmpty() && id.length() <= longest;
  }

  private static boolean isRecipient(String id) {
    return !id.isEmpty()
        && id.getBytes(StandardCharsets.UTF_8).length <= LONGEST_ADDRESS
        && id.codePoints()
            .allMatch(c -> c < ASCII ? c >= ' ' && c <= '~' && c != '#' : isLetter(c));
  }

  /** Letters, digits, and the marks that some scripts write letters with. */
  private static boolean isLetter(int character) {
    int type = Character.getType(character);
    return Character.isLetterOrDigit(character)
        || type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK;
  }

  private static boolean isNumber(String id) {
    return id.length() > 2
        && id.length() <= MOST_DIGITS + 1
        && id.charAt(0) == '+'
        && id.charAt(1) != '0'
        && id.chars().skip(1).allMatch(c -> isDigit((char) c));
  }

  private static boolean isAddress(String id) {
    int at = id.indexOf('@');
    return at > 0
        && at == id.lastIndexOf('@')
        && at < id.length() - 1
        && id.chars().noneMatch(c -> c == ' ' || (c >= 'A' && c <= 'Z'))
        && id.chars().skip(at).allMatch(c -> c < ASCII)
        && Normalizer.isNormalized(id, Normalizer.Form.NFC);
  }

  /** Ids that fit the mask, character by character; see {@link #fits}. */
  private static Predicate<String> mask(String mask) {
    return id -> {
      if (id.length() != mask.length()) {
        return false;
      }
      for (int i = 0; i < mask.length(); i++) {
        if (!fits(mask.charAt(i), id.charAt(i))) {
          return false;
        }
      }
      return true;
    };
  }

  private static boolean fits(char mask, char actual) {
    return switch (mask) {
      case 'X' -> isDigit(actual) || (actual >= 'A' && actual <= 'F');
      case 'x' -> fits('X', actual) || (actual >= 'a' && actual <= 'f');
      case 'A' -> isDigit(actual) || (actual >= 'A' && actual <= 'Z');
      case 'z' ->
          isDigit(actual) || (actual >= 'a' && actual <= 'z') || actual == '_' || actual == '-';
      case 'v' -> "89abAB".indexOf(actual) >= 0;
      default -> actual == mask;
    };
  }

  private static boolean isDigit(char actual) {
    return actual >= '0' && actual <= '9';
  }
}
