package io.tributary.schemas.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** UTF-8 that is refused where Java would repair it. */
public final class Utf8 {

  private static final String MARK = "\uFEFF";
  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  public static Optional<String> decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    // Stands for broken bytes, unless the sender wrote it
    return text.indexOf(REPLACEMENT) < 0 ? Optional.of(text) : decodeStrictly(bytes);
  }

  /** The text without a byte order mark, which JSON may begin with by RFC 8259. */
  public static String unmarked(String text) {
    return text.startsWith(MARK) ? text.substring(1) : text;
  }

  private static Optional<String> decodeStrictly(byte[] bytes) {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /** False for a lone surrogate, which an escape of JSON can write and UTF-8 cannot carry. */
  public static boolean canEncode(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
      }
    }
    return true;
  }
}
