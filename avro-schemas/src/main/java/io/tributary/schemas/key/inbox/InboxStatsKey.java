package io.tributary.schemas.key.inbox;

import io.tributary.avro.inbox.InboxStats;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyPart;
import java.util.Optional;

/**
 * Key of an inbox's counters: its partition key, and the sort key {@code c#*} or {@code
 * c#{category}}. As a record key the two are joined by {@code #}.
 *
 * @param category empty for the counter of all messages
 */
public record InboxStatsKey(InboxKey inbox, Optional<String> category) {

  /** Codec of {@code pk#sk}. */
  public static final KeyCodec<InboxStatsKey> CODEC =
      KeyCodec.ofParts(
          InboxStatsKey.class,
          "t#{tenant_key}(U|G)#{uid}#{inbox_key}#c#({category}|*)",
          key -> HashedParts.join(key.inbox().pk(), key.sk()),
          parts ->
              new InboxStatsKey(
                  InboxKey.ofParts(parts),
                  Optional.of(parts.get(InboxKey.PARTS + 1))
                      .filter(name -> !name.equals(InboxStatsKey.ALL))),
          key -> key.inbox().pk());

  private static final String ALL = "*";

  public InboxStatsKey {
    category.ifPresent(name -> KeyPart.CATEGORY.require("category", name));
  }

  public static InboxStatsKey of(InboxStats stats) {
    return new InboxStatsKey(
        new InboxKey(stats.getTenantKey(), stats.getUid(), stats.getInboxKey()),
        Optional.ofNullable(stats.getCategory()));
  }

  public String sk() {
    return HashedParts.join("c", category.orElse(ALL));
  }
}
