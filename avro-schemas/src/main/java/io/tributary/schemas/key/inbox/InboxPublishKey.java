package io.tributary.schemas.key.inbox;

import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.KeyPart;
import java.util.List;

/**
 * Key of a publish, independent of its recipients: {@code {tenant_key}#{inbox_key}#{name}}.
 *
 * @param name a message's id, or the Idempotency-Key of a publish
 */
public record InboxPublishKey(String tenantKey, String inboxKey, String name) {

  /** Codec of keys whose name is a message's id. */
  public static final KeyCodec<InboxPublishKey> MESSAGES = codec("id", KeyPart.MESSAGE_ID);

  /** Codec of keys whose name is an Idempotency-Key. */
  public static final KeyCodec<InboxPublishKey> CLAIMS =
      codec("Idempotency-Key", KeyPart.IDEMPOTENCY_KEY);

  private static final int PARTS = 3;

  public InboxPublishKey {
    KeyPart.ID.require("tenant_key", tenantKey);
    KeyPart.ID.require("inbox_key", inboxKey);
  }

  public String text() {
    return HashedParts.join(tenantKey, inboxKey, name);
  }

  private static KeyCodec<InboxPublishKey> codec(String name, KeyPart rule) {
    return KeyCodec.of(
        InboxPublishKey.class,
        "{tenant_key}#{inbox_key}#{" + name + "}",
        key -> {
          rule.require(name, key.name());
          return key.text();
        },
        text -> {
          // the name comes last, so that it may hold the separator of the others
          List<String> parts = List.of(text.split(String.valueOf(InboxKey.SEPARATOR), PARTS));
          if (parts.size() != PARTS) {
            throw new KeyFormatException("a publish's key must be tenant_key#inbox_key#" + name);
          }
          return new InboxPublishKey(parts.get(0), parts.get(1), rule.require(name, parts.get(2)));
        },
        InboxPublishKey::text);
  }
}
