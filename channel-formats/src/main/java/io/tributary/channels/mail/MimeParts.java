package io.tributary.channels.mail;

import io.tributary.channels.MalformedEventException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.james.mime4j.MimeException;
import org.apache.james.mime4j.MimeIOException;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.parser.AbstractContentHandler;
import org.apache.james.mime4j.parser.MimeStreamParser;
import org.apache.james.mime4j.stream.BodyDescriptor;
import org.apache.james.mime4j.stream.MimeConfig;

/** Reads MIME within bounds, and hands on each part that is not a multipart. */
public final class MimeParts extends AbstractContentHandler {

  /** Mails nest a few levels, each of which reads all bytes of those within. */
  static final int DEEPEST = 10;

  /** Providers take some dozens of attachments. */
  static final int MOST_PARTS = 100;

  static final int MOST_HEADERS = 2000;

  /** Limit of a part's fields and of a line; HTML often has a single line. */
  static final int LONGEST = 1 << 20;

  public interface Taker {

    /** Takes a part; its decoded content is valid until this returns. */
    void take(MimePart part, InputStream content) throws IOException;
  }

  private final Taker taker;
  private int depth;
  private int parts;

  private MimeParts(Taker taker) {
    this.taker = taker;
  }

  /** Reads MIME; {@link MalformedEventException} beyond the bounds. */
  public static void read(byte[] bytes, Optional<String> contentType, Taker taker) {
    MimeConfig.Builder config =
        MimeConfig.custom()
            .setMaxHeaderCount(MOST_HEADERS)
            .setMaxHeaderLen(LONGEST)
            .setMaxLineLen(LONGEST);
    contentType.ifPresent(config::setHeadlessParsing);
    MimeStreamParser parser =
        new MimeStreamParser(config.build(), DecodeMonitor.SILENT, new MimeHead());
    parser.setContentDecoding(true);
    // A mail within a mail is an attachment: its words are not the sender's
    parser.setNoRecurse();
    parser.setContentHandler(new MimeParts(taker));
    try {
      parser.parse(new ByteArrayInputStream(bytes));
    } catch (MimeException | MimeIOException e) {
      throw MalformedEventException.body(
          "must be MIME with at most %d headers in a part and %d bytes in a line"
              .formatted(MOST_HEADERS, LONGEST));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void startMultipart(BodyDescriptor descriptor) {
    depth++;
    if (depth > DEEPEST) {
      throw MalformedEventException.body("must have parts of at most " + DEEPEST + " levels");
    }
  }

  @Override
  public void endMultipart() {
    depth--;
  }

  @Override
  public void body(BodyDescriptor descriptor, InputStream content) throws IOException {
    parts++;
    if (parts > MOST_PARTS) {
      throw MalformedEventException.body("must have at most " + MOST_PARTS + " parts");
    }
    taker.take((MimePart) descriptor, content);
  }
}
