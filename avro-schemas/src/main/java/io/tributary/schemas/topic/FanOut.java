package io.tributary.schemas.topic;

import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.Publication;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much one publish may become in the inboxes of its recipients: it is one transaction, and in
 * memory meanwhile. The gateway refuses more, and the processors refuse it again, because not only
 * the gateway writes topics.
 */
public final class FanOut {

  /** The most users that one publish may be for. */
  public static final int MAX_RECIPIENTS = 10_000;

  /** The most that {@link #bytes} may be. */
  public static final long MAX_BYTES = 32L * 1024 * 1024;

  /** The most that {@link #labelBytes} may be. */
  public static final long MAX_LABEL_BYTES = 4096;

  /** The most bytes that one message may have. */
  public static final long MAX_MESSAGE_BYTES = 1024L * 1024;

  private FanOut() {}

  /** Bytes of UTF-8 of what a message says, once for each recipient, or once for everyone. */
  public static long bytes(Publication publication) {
    return Math.max(1, publication.getUids().size()) * bytes(publication.getDetails());
  }

  /** Bytes of UTF-8 of what a message says. */
  public static long bytes(MessageDetails details) {
    return bytes(details.getTitle(), details.getBodyJson(), details.getCtaUri());
  }

  /** Bytes of UTF-8 of what is said about a message. */
  public static long labelBytes(MessageDetails details) {
    return bytes(details.getHostSystemId(), details.getSender(), details.getLabel());
  }

  private static long bytes(@Nullable String... texts) {
    return Stream.of(texts)
        .filter(Objects::nonNull)
        .mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length)
        .sum();
  }
}
