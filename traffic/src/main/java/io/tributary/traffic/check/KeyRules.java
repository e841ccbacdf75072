package io.tributary.traffic.check;

/** Rules of ids that become parts of keys, as the documents have them. */
public final class KeyRules {

  private KeyRules() {}

  /** True of 1 to so many printable ASCII characters. */
  public static boolean isPrintable(String id, int most) {
    if (id.isEmpty() || id.length() > most) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      if (id.charAt(i) < ' ' || id.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  /** True of 1 to 128 printable ASCII characters without {@code #}. */
  public static boolean isId(String id) {
    return isPrintable(id, 128) && id.indexOf('#') < 0;
  }

  /** A number that is not negative, with zeros in front of it up to so many digits. */
  public static String padded(long number, int digits) {
    String text = Long.toString(number);
    return "0".repeat(Math.max(0, digits - text.length())) + text;
  }
}
