package io.tributary.schemas.key.tenants;

import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;

/**
 * Key of the item that maps a channel to its tenant: {@code TENANT#{tenant_id}} and {@code
 * CHANNEL#{type}#{id}}. As a record key the two are joined by {@code #}.
 */
public record ChannelMappingKey(TenantKey tenant, ChannelKey channel) {

  /** Codec of {@link #text()}. */
  public static final KeyCodec<ChannelMappingKey> CODEC =
      KeyCodec.ofParts(
          ChannelMappingKey.class,
          "TENANT#{tenant_id}#CHANNEL#{type}#{id}",
          ChannelMappingKey::text,
          parts ->
              new ChannelMappingKey(
                  new TenantKey(parts.get(1)),
                  new ChannelKey(
                      parts.get(ChannelMappingKey.TYPE), parts.get(ChannelMappingKey.TYPE + 1))),
          key -> key.tenant().pk());

  private static final int TYPE = 3;

  public static ChannelMappingKey of(ChannelMapping mapping) {
    return new ChannelMappingKey(
        new TenantKey(mapping.getTenantId()),
        new ChannelKey(mapping.getChannelType(), mapping.getChannelId()));
  }

  public String sk() {
    return channel.text();
  }

  /** {@code pk#sk}. */
  public String text() {
    return HashedParts.join(tenant.pk(), sk());
  }
}
