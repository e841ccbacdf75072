package io.tributary.channels.mail;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.event.AttachmentFields;
import io.tributary.schemas.key.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.james.mime4j.stream.BodyDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * The head of a MIME part.
 *
 * @param contentType in lower case, without parameters
 * @param boundary of a multipart
 * @param charset as named by the sender
 * @param transferEncoding in lower case, such as {@code base64}
 * @param disposition in lower case, such as {@code attachment}
 * @param name of the form's field
 * @param fileName decoded
 */
public record MimePart(
    String contentType,
    Optional<String> boundary,
    Optional<String> charset,
    String transferEncoding,
    Optional<String> disposition,
    Optional<String> name,
    Optional<String> fileName)
    implements BodyDescriptor {

  private static final int LONGEST_NAME = 255;

  @Override
  public String getMimeType() {
    return contentType;
  }

  @Override
  public String getMediaType() {
    return contentType.substring(0, contentType.indexOf('/'));
  }

  @Override
  public String getSubType() {
    return contentType.substring(contentType.indexOf('/') + 1);
  }

  @Override
  public @Nullable String getBoundary() {
    return boundary.orElse(null);
  }

  @Override
  public @Nullable String getCharset() {
    return charset.orElse(null);
  }

  @Override
  public String getTransferEncoding() {
    return transferEncoding;
  }

  /** Unknown: the boundary ends a part. */
  @Override
  public long getContentLength() {
    return -1;
  }

  /** True of an attachment, false of the mail's own text. */
  public boolean isFile() {
    return fileName.isPresent()
        || disposition.filter("attachment"::equals).isPresent()
        || !(contentType.equals("text/plain") || contentType.equals("text/html"));
  }

  /** A reference with size and digest; reads the content once, keeps none. */
  public Attachment reference(InputStream content) throws IOException {
    MessageDigest sha256 = Sha256.begin();
    long size;
    try (DigestInputStream digested = new DigestInputStream(content, sha256)) {
      size = digested.transferTo(OutputStream.nullOutputStream());
    }
    return Attachment.newBuilder()
        .setKind(AttachmentFields.kind(contentType))
        .setId("sha256:" + HexFormat.of().formatHex(sha256.digest()))
        .setName(fileName.map(MimePart::shortened).orElse(null))
        .setContentType(shortened(contentType))
        .setSizeBytes(size)
        .build();
  }

  public static String shortened(String text) {
    return text.codePointCount(0, text.length()) <= LONGEST_NAME
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST_NAME));
  }
}
