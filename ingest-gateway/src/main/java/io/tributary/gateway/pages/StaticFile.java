package io.tributary.gateway.pages;

import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.schemas.key.Sha256;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** A static file; its ETag is a hash of the content. */
final class StaticFile {

  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;
  private static final int TAG_DIGITS = 32;

  /**
   * Content security policy: no other hosts, no inline scripts and styles. Swagger UI's icons are
   * pictures within styles.
   */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0);

  private final String contentType;
  private final ByteBuffer content;
  private final String tag;
  private final Map<String, String> headers;

  StaticFile(String contentType, byte[] bytes) {
    this.contentType = contentType;
    this.content = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip().asReadOnlyBuffer();
    this.tag = '"' + Sha256.hex(bytes).substring(0, TAG_DIGITS) + '"';
    this.headers =
        Map.of(
            "etag", tag,
            "cache-control", "no-cache",
            "content-security-policy", POLICY,
            "referrer-policy", "no-referrer",
            "x-frame-options", "DENY");
  }

  /** The file, or 304 if the header If-None-Match names its tag. */
  Reply reply(Optional<String> known) {
    return known.filter(this::names).isPresent()
        ? new Answer(NOT_MODIFIED, "", NOTHING, headers)
        : new Answer(OK, contentType, content, headers);
  }

  /** Compares weakly, by RFC 9110, 13.1.2. */
  private boolean names(String tags) {
    return Arrays.stream(tags.split(",", -1))
        .map(each -> each.strip().replaceFirst("^W/", ""))
        .anyMatch(each -> each.equals(tag) || each.equals("*"));
  }
}
