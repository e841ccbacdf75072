package io.tributary.channels.mail;

import io.tributary.channels.json.JsonScalar;
import io.tributary.schemas.json.Utf8;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Decodes bytes of any character set. */
public final class MailText {

  private static final Set<Charset> UTF_8_AND_ASCII =
      Set.of(StandardCharsets.UTF_8, StandardCharsets.US_ASCII);

  /**
   * The JDK's character sets by names in lower case: an unknown name costs the JDK as much as a
   * kilobyte of text.
   */
  private static final Map<String, Charset> CHARSETS = charsets();

  private MailText() {}

  private static Map<String, Charset> charsets() {
    Map<String, Charset> charsets = new HashMap<>();
    for (Charset charset : Charset.availableCharsets().values()) {
      charset.aliases().forEach(alias -> charsets.put(alias.toLowerCase(Locale.ROOT), charset));
      charsets.put(charset.name().toLowerCase(Locale.ROOT), charset);
    }
    return Map.copyOf(charsets);
  }

  /** The character set of a name in any case; empty if unknown. */
  static Optional<Charset> charset(String name) {
    return Optional.ofNullable(CHARSETS.get(name.strip().toLowerCase(Locale.ROOT)));
  }

  /**
   * Decodes by the named character set; otherwise as UTF-8, or as ISO 8859-1 if it is not UTF-8.
   */
  public static String decode(byte[] bytes, Optional<String> charset) {
    Optional<Charset> named = charset.flatMap(MailText::charset);
    // Senders name US-ASCII by mistake: other characters would be lost
    if (named.isPresent() && !UTF_8_AND_ASCII.contains(named.get())) {
      return JsonScalar.repaired(new String(bytes, named.get()));
    }
    return Utf8.decode(bytes).orElseGet(() -> new String(bytes, StandardCharsets.ISO_8859_1));
  }
}
