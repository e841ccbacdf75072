package io.tributary.channels.mail;

import io.tributary.channels.json.JsonScalar;
import io.tributary.schemas.json.Utf8;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Decodes bytes of any character set. */
public final class MailText {

  private MailText() {}

  /**
   * Decodes by the named character set; otherwise as UTF-8, or as ISO 8859-1 if it is not UTF-8.
   */
  public static String decode(byte[] bytes, Optional<String> charset) {
    Optional<Charset> named = charset.flatMap(MailText::charset);
    if (named.isPresent() && !named.get().equals(StandardCharsets.UTF_8)) {
      return JsonScalar.repaired(new String(bytes, named.get()));
    }
    return Utf8.decode(bytes).orElseGet(() -> new String(bytes, StandardCharsets.ISO_8859_1));
  }

  private static Optional<Charset> charset(String name) {
    try {
      Charset charset = Charset.forName(name.strip());
      // Senders name US-ASCII by mistake: other characters would be lost
      return Optional.of(charset).filter(found -> !found.equals(StandardCharsets.US_ASCII));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
