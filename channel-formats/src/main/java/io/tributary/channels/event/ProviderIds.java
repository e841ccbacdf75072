package io.tributary.channels.event;

import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.regex.Pattern;

/** Ids derived from providers' events. */
public final class ProviderIds {

  /** Hashes, because tokens themselves would stand in URLs, logs and topics. */
  public static final KeyPart TOKEN_HASH =
      new KeyPart(
          Pattern.compile("[0-9a-f]{16}").asMatchPredicate(),
          "must be the token's hash, the first 16 hex digits of its SHA-256 in lower case");

  private ProviderIds() {}

  /** An event's id, such as {@code slack:T0000000001:Ev0000000001}. */
  public static String event(String... parts) {
    return KeyPart.LONG_ID.fitted(String.join(":", parts));
  }

  public static ChannelKey channel(String type, String id) {
    return new ChannelKey(type, KeyPart.ID.fitted(id));
  }

  public static String conversation(String... parts) {
    return KeyPart.LONG_ID.fitted(String.join("-", parts));
  }
}
