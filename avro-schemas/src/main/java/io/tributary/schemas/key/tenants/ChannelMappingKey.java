package io.tributary.schemas.key.tenants;

import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import java.util.List;

/**
 * Key of the item that maps a channel to its tenant: {@code TENANT#{tenant_id}} and {@code
 * CHANNEL#{type}#{id}}. As a record key the two are joined by {@code #}.
 */
public record ChannelMappingKey(TenantKey tenant, ChannelKey channel) {

  /** Codec of {@link #text()}. */
  public static final KeyCodec<ChannelMappingKey> CODEC =
      KeyCodec.of(
          ChannelMappingKey.class,
          ChannelMappingKey.PATTERN,
          ChannelMappingKey::text,
          ChannelMappingKey::decode,
          key -> key.tenant().pk());

  private static final String PATTERN = "TENANT#{tenant_id}#CHANNEL#{type}#{id}";
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

  private static ChannelMappingKey decode(String text) {
    List<String> parts = HashedParts.split(text, PATTERN);
    return new ChannelMappingKey(
        new TenantKey(parts.get(1)), new ChannelKey(parts.get(TYPE), parts.get(TYPE + 1)));
  }
}
