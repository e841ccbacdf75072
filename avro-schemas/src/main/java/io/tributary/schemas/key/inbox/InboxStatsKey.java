package io.tributary.schemas.key.inbox;

import io.tributary.avro.inbox.InboxStats;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.KeyPart;
import java.util.List;
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
      KeyCodec.of(
          InboxStatsKey.class,
          "t#{tenant_key}(U|G)#{uid}#{inbox_key}#c#({category}|*)",
          key -> key.inbox().pk() + InboxKey.SEPARATOR + key.sk(),
          InboxStatsKey::decode,
          key -> key.inbox().pk());

  private static final String PREFIX = "c";
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
    return PREFIX + InboxKey.SEPARATOR + category.orElse(ALL);
  }

  private static InboxStatsKey decode(String text) {
    List<String> parts = InboxKey.parts(text);
    if (parts.size() != InboxKey.PARTS + 2 || !parts.get(InboxKey.PARTS).equals(PREFIX)) {
      throw new KeyFormatException("a key of counters must be pk#c#category or pk#c#*");
    }
    return new InboxStatsKey(
        InboxKey.ofParts(parts.subList(0, InboxKey.PARTS)),
        Optional.of(parts.get(InboxKey.PARTS + 1)).filter(name -> !name.equals(ALL)));
  }
}
