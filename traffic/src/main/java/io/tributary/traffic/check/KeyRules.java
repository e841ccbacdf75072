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
}
