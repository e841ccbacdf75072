package io.tributary.gateway.channel;

import java.util.Locale;

/** Why a provider's request is not taken for its own; senders are not told which. */
enum Refusal {
  /** No account of that name. */
  UNKNOWN_ACCOUNT,
  /** The account has nothing to verify with. */
  NO_SECRET,
  /** No signature, or none in its form. */
  UNSIGNED,
  /** Signed too long ago, or in the future. */
  STALE,
  /** Signed otherwise than by the account's secrets or keys. */
  SIGNATURE,
  /** Signed with a key that its owner does not list. */
  UNKNOWN_KEY,
  /** A token of somebody else, for somebody else, or of another time. */
  CLAIMS,
  /** An activity of another channel than the provider's. */
  CHANNEL,
  /** A key that may not sign for the channel. */
  ENDORSEMENT,
  /** A token for another service URL than the body's. */
  SERVICE_URL,
  /** A message of a workspace, app, number or mailbox that is not the account's. */
  RECIPIENT,
  /** Of another account than the one that is to send. */
  WRONG_ACCOUNT,
  /** A message of a topic that is not the account's. */
  TOPIC,
  /** A handshake with another token than the account's. */
  VERIFY_TOKEN;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
