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
import java.util.Locale;
import java.util.Optional;
import org.apache.james.mime4j.stream.BodyDescriptor;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.NameValuePair;
import org.apache.james.mime4j.stream.RawBody;
import org.apache.james.mime4j.stream.RawField;
import org.apache.james.mime4j.stream.RawFieldParser;
import org.apache.james.mime4j.util.MimeParameterMapping;

/**
 * The head of a MIME part.
 *
 * @param contentType in lower case, without parameters
 * @param disposition in lower case, such as {@code attachment}
 * @param name of the form's field
 * @param fileName decoded
 */
public record MimePart(
    String contentType,
    Optional<String> charset,
    Optional<String> disposition,
    Optional<String> name,
    Optional<String> fileName) {

  private static final int LONGEST_NAME = 255;

  static final MimePart NONE =
      new MimePart(
          "text/plain", Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  public MimePart with(Field field) {
    if (!(field instanceof RawField raw)) {
      return this;
    }
    return switch (raw.getName().toLowerCase(Locale.ROOT)) {
      case "content-type" -> {
        MimeParameterMapping parameters = parameters(RawFieldParser.DEFAULT.parseRawBody(raw));
        yield new MimePart(
            contentType, charset, disposition, name, fileName.or(() -> text(parameters, "name")));
      }
      case "content-disposition" -> {
        RawBody body = RawFieldParser.DEFAULT.parseRawBody(raw);
        MimeParameterMapping parameters = parameters(body);
        yield new MimePart(
            contentType,
            charset,
            Optional.ofNullable(body.getValue()).map(value -> value.toLowerCase(Locale.ROOT)),
            text(parameters, "name"),
            text(parameters, "filename").or(() -> fileName));
      }
      default -> this;
    };
  }

  private static MimeParameterMapping parameters(RawBody body) {
    MimeParameterMapping parameters = new MimeParameterMapping();
    for (NameValuePair pair : body.getParams()) {
      if (pair.getName() != null && pair.getValue() != null) {
        parameters.addParameter(pair.getName(), pair.getValue());
      }
    }
    return parameters;
  }

  private static Optional<String> text(MimeParameterMapping parameters, String name) {
    return Optional.ofNullable(parameters.get(name))
        .map(MailHeaders::utf8)
        .map(MailHeaders::decoded)
        .filter(text -> !text.isBlank());
  }

  public MimePart of(BodyDescriptor descriptor) {
    return new MimePart(
        descriptor.getMimeType().toLowerCase(Locale.ROOT),
        Optional.ofNullable(descriptor.getCharset()),
        disposition,
        name,
        fileName);
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
