package io.tributary.schemas.key;

import java.util.regex.Pattern;

/**
 * The rule that an id must keep to become a part of a key. The gateway checks it to refuse bad
 * input, the processors check it again, because not only the gateway writes topics.
 *
 * @param pattern matched against the whole id
 * @param rule the same in words, for error messages
 */
public record KeyPart(Pattern pattern, String rule) {

  /** MAC address in capitals with colons. */
  public static final KeyPart HARDWARE_ID =
      of(
          "[0-9A-F]{2}(:[0-9A-F]{2}){5}",
          "must be a MAC address XX:XX:XX:XX:XX:XX in capital hex digits");

  /** Opaque id of one reading. */
  public static final KeyPart BATCH_ID =
      of("[ -~]{1,256}", "must be 1 to 256 printable ASCII characters");

  /** UUID of version 4 and RFC 4122 variant, with hyphens. */
  public static final KeyPart UUID_V4 =
      of(
          "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}",
          "must be a UUID of version 4 with hyphens");

  private static KeyPart of(String regex, String rule) {
    return new KeyPart(Pattern.compile(regex), rule);
  }

  /** True when the whole id keeps the rule. */
  public boolean accepts(String id) {
    return pattern.matcher(id).matches();
  }

  /** The id itself, or {@link KeyFormatException} when it breaks the rule. */
  public String require(String name, String id) {
    if (!accepts(id)) {
      throw new KeyFormatException(name + " " + rule);
    }
    return id;
  }
}
