package io.tributary.channels;

import io.tributary.schemas.key.KeyPart;

/** How one provider says what happened. */
public interface ProviderFormat {

  /** The provider's name in paths and facts, such as {@code slack}. */
  String provider();

  /** The type of its channels, which providers may share. */
  default String channelType() {
    return provider();
  }

  /** What its requests' bodies are. */
  default BodyKind bodies() {
    return BodyKind.JSON;
  }

  /** What its accounts must be named; where bodies name no channel, that is the channel's id. */
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
  default long besides(long largest) {
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
