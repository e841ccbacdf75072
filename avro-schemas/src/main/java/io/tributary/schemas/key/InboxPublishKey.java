package io.tributary.schemas.key;

import java.util.List;

/**
 * Key of what is published in an inbox, whoever its recipients are: {@code
 * {tenant_key}#{inbox_key}#{name}}.
 *
 * @param name a message's id, or the Idempotency-Key that a publish came under
 */
public record InboxPublishKey(String tenantKey, String inboxKey, String name) {

  private static final int PARTS = 3;

  /** Refuses parts that break their rule with {@link KeyFormatException}. */
  public InboxPublishKey {
    KeyPart.ID.require("tenant_key", tenantKey);
    KeyPart.ID.require("inbox_key", inboxKey);
  }

  /** The key's text. */
  public String text() {
    return tenantKey + InboxKey.SEPARATOR + inboxKey + InboxKey.SEPARATOR + name;
  }

  /** Codec of keys whose name is a message's id. */
  public static KeyCodec<InboxPublishKey> messages() {
    return new Codec("id", KeyPart.MESSAGE_ID);
  }

  /** Codec of keys whose name is an Idempotency-Key. */
  public static KeyCodec<InboxPublishKey> claims() {
    return new Codec("Idempotency-Key", KeyPart.IDEMPOTENCY_KEY);
  }

  private record Codec(String called, KeyPart rule) implements KeyCodec<InboxPublishKey> {

    @Override
    public String encode(InboxPublishKey key) {
      rule.require(called, key.name());
      return key.text();
    }

    @Override
    public InboxPublishKey decode(String text) {
      // the name comes last, so that it may hold what separates the others
      List<String> parts = List.of(text.split(String.valueOf(InboxKey.SEPARATOR), PARTS));
      if (parts.size() != PARTS) {
        throw new KeyFormatException("a publish's key must be tenant_key#inbox_key#" + called);
      }
      return new InboxPublishKey(parts.get(0), parts.get(1), rule.require(called, parts.get(2)));
    }

    @Override
    public String partitionKey(InboxPublishKey key) {
      return key.text();
    }
  }
}
