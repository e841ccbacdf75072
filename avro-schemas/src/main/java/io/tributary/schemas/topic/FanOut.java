package io.tributary.schemas.topic;

import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.Publication;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Limits of one publish in the inboxes of its recipients: it is one transaction, and in memory
 * meanwhile. The gateway refuses more, and the processors again, because other producers write,
 * too.
 */
public final class FanOut {

  /** Upper limit of {@link #bytes}. */
  public static final long MAX_BYTES = 32L * 1024 * 1024;

  /** Upper limit of {@link #labelBytes}. */
  public static final long MAX_LABEL_BYTES = 4096;

  /** Upper limit of one message's bytes. */
  public static final long MAX_MESSAGE_BYTES = 1024L * 1024;

  private FanOut() {}

  /** UTF-8 bytes of the content, once for each recipient, or once for everyone. */
  public static long bytes(Publication publication) {
    return Math.max(1, publication.getUids().size()) * bytes(publication.getDetails());
  }

  /** UTF-8 bytes of the content. */
  public static long bytes(MessageDetails details) {
    return bytes(details.getTitle(), details.getBodyJson(), details.getCtaUri());
  }

  /** UTF-8 bytes of sender and label. */
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
