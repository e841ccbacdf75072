package io.tributary.schemas.key.inbox;

import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.KeyPart;
import java.util.List;

/**
 * Key of a user's inbox, or of the public part of an inbox.
 *
 * @param uid the user, or {@link #EVERYONE}
 */
public record InboxKey(String tenantKey, String uid, String inboxKey) {

  /** Codec of {@link #pk()}. */
  public static final KeyCodec<InboxKey> CODEC =
      KeyCodec.ofParts(
          InboxKey.class,
          "t#{tenant_key}(U|G)#{uid}#{inbox_key}",
          InboxKey::pk,
          InboxKey::ofParts,
          InboxKey::pk);

  /** Uid of the public part, for messages to everyone. */
  public static final String EVERYONE = KeyPart.RESERVED_UID;

  static final char SEPARATOR = '#';
  static final int PARTS = 4;
  private static final String PREFIX = "t";
  private static final char USER = 'U';
  private static final char GROUP = 'G';

  public InboxKey {
    KeyPart.ID.require("tenant_key", tenantKey);
    KeyPart.ID.require("uid", uid);
    KeyPart.ID.require("inbox_key", inboxKey);
  }

  /** The public part of an inbox. */
  public static InboxKey everyone(String tenantKey, String inboxKey) {
    return new InboxKey(tenantKey, EVERYONE, inboxKey);
  }

  /** The public part of this inbox. */
  public InboxKey everyone() {
    return everyone(tenantKey, inboxKey);
  }

  /** True of the public part. */
  public boolean isPublic() {
    return uid.equals(EVERYONE);
  }

  /**
   * Partition key of its items: {@code t#{tenant_key}U#{uid}#{inbox_key}}, or {@code
   * t#{tenant_key}G#$public#{inbox_key}}.
   */
  public String pk() {
    return HashedParts.join(PREFIX, tenantKey + (isPublic() ? GROUP : USER), uid, inboxKey);
  }

  static List<String> parts(String text) {
    return List.of(text.split(String.valueOf(SEPARATOR), -1));
  }

  /** The key of the parts before those of an item. */
  static InboxKey ofParts(List<String> parts) {
    String tenant = parts.get(1);
    if (tenant.isEmpty()) {
      throw new KeyFormatException("an inbox's key must be t#tenant_key(U|G)#uid#inbox_key");
    }
    InboxKey key =
        new InboxKey(tenant.substring(0, tenant.length() - 1), parts.get(2), parts.get(PARTS - 1));
    if (tenant.charAt(tenant.length() - 1) != (key.isPublic() ? GROUP : USER)) {
      throw new KeyFormatException("an inbox's key must have U for a user and G for " + EVERYONE);
    }
    return key;
  }
}
