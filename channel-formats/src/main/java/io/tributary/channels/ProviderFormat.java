package io.tributary.channels;

import io.tributary.schemas.key.KeyPart;

/** A provider's requests, read into one form. */
public interface ProviderFormat {

  /** Name in paths and facts, such as {@code slack}. */
  String provider();

  /** Type of channels, which providers may share. */
  default String channelType() {
    return provider();
  }

  /** Content types of requests. */
  default BodyKind bodies() {
    return BodyKind.JSON;
  }

  /** Rule of account names; where bodies name no channel, the name is the channel's id. */
  default KeyPart accounts() {
    return KeyPart.ID;
  }

  /**
   * What a request tells, in its order; what is no message is counted by kind. What is malformed
   * within it costs no other message and is told beside them.
   *
   * @param account of the path that the request came to
   * @param body as it came
   * @param largest the most bytes that are taken for one event; a larger one is malformed
   * @throws MalformedEventException when the bytes are no request at all: not one JSON object in
   *     UTF-8, one with a member given twice, or beyond the bounds; when the sender is a program of
   *     ours to tell, also for what is malformed within it
   */
  ProviderBatch read(String account, byte[] body, long largest);

  /**
   * The same of a request whose head says how to read its body.
   *
   * @param contentType as it came, empty if there was none; one that {@link #bodies} takes
   */
  default ProviderBatch read(String account, String contentType, byte[] body, long largest) {
    return read(account, body, largest);
  }

  /**
   * The most bytes that what is read of a request has besides the request's own.
   *
   * @param largest the most bytes that are taken for one event
   */
  default long derivedBytes(long largest) {
    return 0;
  }

  /**
   * What a fact's raw bytes tell, which is one event.
   *
   * @throws MalformedEventException when the bytes are no request at all
   */
  default ProviderBatch read(String account, byte[] raw) {
    return read(account, raw, raw.length);
  }
}
