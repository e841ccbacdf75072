package io.tributary.schemas.key.tenants;

import io.tributary.avro.channels.ContactIdentifier;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyPart;

/**
 * A channel of webhooks that tenants may claim.
 *
 * @param type such as {@code teams}
 * @param id such as a bot's app id
 */
public record ChannelKey(String type, String id) {

  public ChannelKey {
    KeyPart.CHANNEL_TYPE.require("channel_type", type);
    KeyPart.ID.require("channel_id", id);
  }

  /** The channel of a fact; facts of a channel have one order. */
  public static ChannelKey of(ContactIdentifier fact) {
    return new ChannelKey(fact.getChannelType(), fact.getChannelId());
  }

  /** {@code CHANNEL#{type}#{id}}: sort key of its mapping, and partition key of the index. */
  public String text() {
    return HashedParts.join("CHANNEL", type, id);
  }
}
