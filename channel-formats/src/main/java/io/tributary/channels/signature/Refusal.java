package io.tributary.channels.signature;

import java.util.Locale;

/** Reasons for refusals; senders are not told. */
public enum Refusal {
  UNKNOWN_ACCOUNT,
  NO_SECRET,
  /** No signature, or a malformed one. */
  UNSIGNED,
  STALE,
  SIGNATURE,
  /** Signed with a key that the signer does not list. */
  UNKNOWN_KEY,
  /** A token with another issuer, audience or validity. */
  CLAIMS,
  /** An activity of another channel. */
  CHANNEL,
  /** A key that is not endorsed for the channel. */
  ENDORSEMENT,
  /** A token for another service URL than the body's. */
  SERVICE_URL,
  /** A channel that is not the account's. */
  RECIPIENT,
  /** Sent by another account than configured. */
  WRONG_ACCOUNT,
  TOPIC,
  VERIFY_TOKEN;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
