package io.tributary.channels;

import io.tributary.schemas.key.KeyPart;

/** A provider's requests, read into one form. */
public interface ProviderFormat {

  /** Content types of requests. */
  default BodyKind bodies() {
    return BodyKind.JSON;
  }

  /** Rule of account names; where bodies name no channel, the name is the channel's id. */
  default KeyPart accounts() {
    return KeyPart.ID;
  }

  /**
   * Kinds of events that are no message of a person, such as receipts, edits, joins and bots; a
   * message of another kind is stored, if need be with its content as JSON.
   */
  Kinds ignored();

  /**
   * Reads a request in order. Events that are not messages are counted by kind; a malformed event
   * costs no other.
   *
   * @param account in the request's path
   * @param largest the most bytes of one event; a larger one is malformed
   * @throws MalformedEventException for a body that is not one unambiguous JSON object within
   *     bounds; for the generic provider, for any malformed event
   */
  ProviderBatch read(String account, byte[] body, long largest);

  /**
   * The same, by the content type.
   *
   * @param contentType as received, empty if absent
   */
  default ProviderBatch read(String account, String contentType, byte[] body, long largest) {
    return read(account, body, largest);
  }

  /**
   * The most bytes that are derived from a request, beside its own.
   *
   * @param largest the most bytes of one event
   */
  default long derivedBytes(long largest) {
    return 0;
  }

  /**
   * Reads a fact's raw bytes, which hold one event.
   *
   * @throws MalformedEventException if they hold none
   */
  default ProviderBatch read(String account, byte[] raw) {
    return read(account, raw, raw.length);
  }
}
