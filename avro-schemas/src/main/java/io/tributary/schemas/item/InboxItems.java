package io.tributary.schemas.item;

import io.tributary.avro.inbox.InboxConfig;
import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.InboxReceipt;
import io.tributary.avro.inbox.InboxSettings;
import io.tributary.avro.inbox.InboxStats;
import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import io.tributary.schemas.key.inbox.InboxSettingsKey;
import io.tributary.schemas.key.inbox.InboxStatsKey;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Table and items of the inbox family. */
public final class InboxItems {

  private static final String EXPIRY = "expiredat";

  /** The table, with a stream of old images for expired items. */
  public static final TableDefinition INBOX =
      new TableDefinition("inbox", TableKey.of("pk", "sk"), List.of(), Optional.of(EXPIRY), false)
          .withStream("OLD_IMAGE");

  private static final Attributes<String> TAXONOMY =
      new Attributes<String>().text("category", category -> category);

  /** Audiences without other recipients. */
  private static final Attributes<InboxMessage> AUDIENCES =
      new Attributes<InboxMessage>()
          .text("label", message -> message.getDetails().getLabel())
          .text("kind", message -> isPublic(message) ? "everyone" : "users")
          .texts("uids", message -> isPublic(message) ? null : List.of(message.getUid()));

  private static final Attributes<MessageDetails> CONTENT =
      new Attributes<MessageDetails>()
          .text("title", MessageDetails::getTitle)
          .anyJson("body", MessageDetails::getBodyJson)
          .textOrNull("cta_uri", MessageDetails::getCtaUri);

  private static final Attributes<MessageDetails> DETAILS =
      new Attributes<MessageDetails>()
          .textOrNull("host_system_id", MessageDetails::getHostSystemId)
          .text("sender", MessageDetails::getSender)
          .map("message", details -> details, CONTENT);

  /** Messages in their recipient's inbox, or the public one; one without details is removed. */
  public static final ItemLayout<InboxMessageKey, InboxMessage> MESSAGE =
      ItemLayout.of(
              InboxTopics.MESSAGES,
              INBOX,
              InboxMessageKey::of,
              InboxItems::keyOf,
              new Attributes<InboxMessage>()
                  .constant("kind", "UM")
                  .text("id", InboxMessage::getId)
                  .all(InboxMessage::getDetails, DETAILS)
                  .map("audiences", message -> message, AUDIENCES)
                  .number("received", InboxMessage::getReceivedS)
                  // a message counts as delivered when it was received
                  .number("delivered", InboxMessage::getReceivedS)
                  .number("readat", InboxMessage::getReadatS)
                  .number(EXPIRY, InboxMessage::getExpiredatS)
                  .text("tenant_key", InboxMessage::getTenantKey)
                  .text("inbox_key", InboxMessage::getInboxKey)
                  .text("uid", InboxMessage::getUid)
                  .map("taxonomy", InboxMessage::getCategory, TAXONOMY)
                  .revision(InboxMessage::getRev))
          .removedBy(message -> message.getDetails() == null)
          .withTombstones();

  /** Receipts in the reader's inbox, under the public message's id. */
  public static final ItemLayout<InboxMessageKey, InboxReceipt> RECEIPT =
      ItemLayout.of(
              InboxTopics.RECEIPTS,
              INBOX,
              InboxMessageKey::of,
              InboxItems::keyOf,
              new Attributes<InboxReceipt>()
                  .number("readat", InboxReceipt::getReadatS)
                  .number(EXPIRY, InboxReceipt::getExpiredatS)
                  .map("taxonomy", InboxReceipt::getCategory, TAXONOMY)
                  .revision(InboxReceipt::getRev))
          .removedBy(receipt -> receipt.getRemoval() != null)
          .withTombstones();

  /** Counters of an inbox. */
  public static final ItemLayout<InboxStatsKey, InboxStats> STATS =
      ItemLayout.of(
          InboxTopics.STATS,
          INBOX,
          InboxStatsKey::of,
          key -> List.of(key.inbox().pk(), key.sk()),
          new Attributes<InboxStats>()
              .constant("kind", "US")
              .number("published", InboxStats::getPublished)
              .number("read", InboxStats::getRead)
              .text("tenant_key", InboxStats::getTenantKey)
              .text("inbox_key", InboxStats::getInboxKey)
              .text("uid", InboxStats::getUid)
              .revision(InboxStats::getRev));

  /** Settings of a tenant (TS), or of one of its inboxes (IC). */
  public static final ItemLayout<String, InboxSettings> SETTINGS =
      ItemLayout.of(
          InboxTopics.SETTINGS,
          INBOX,
          settings -> InboxSettingsKey.of(settings).subject(),
          subject -> keyOf(InboxSettingsKey.parse(subject)),
          new Attributes<InboxSettings>()
              .check(InboxItems::requireOneKind)
              .text("kind", settings -> settings.getInboxKey() == null ? "TS" : "IC")
              .text("title", InboxSettings::getTitle)
              .text("ttl", of(TenantSettings.class, TenantSettings::getTtl))
              .map(
                  "ttl",
                  of(InboxConfig.class, InboxConfig::getTtl),
                  new Attributes<Map<String, String>>().others(lives -> lives))
              .text("description", of(InboxConfig.class, InboxConfig::getDescription))
              .text("tenant_key", InboxSettings::getTenantKey)
              .text("inbox_key", InboxSettings::getInboxKey)
              .text("uid", InboxSettings::getUid)
              .revision(InboxSettings::getRev));

  private InboxItems() {}

  private static List<String> keyOf(InboxMessageKey key) {
    return List.of(key.inbox().pk(), key.sk());
  }

  private static List<String> keyOf(InboxSettingsKey key) {
    return List.of(key.pk(), key.sk());
  }

  private static boolean isPublic(InboxMessage message) {
    return message.getUid().equals(InboxKey.EVERYONE);
  }

  private static void requireOneKind(InboxSettings settings) {
    boolean ofTenant = settings.getInboxKey() == null;
    if (ofTenant != (settings.getSettings() instanceof TenantSettings)) {
      throw new IllegalArgumentException("settings of a tenant under the key of an inbox, or so");
    }
  }

  private static <S, T> Function<InboxSettings, @Nullable T> of(
      Class<S> kind, Function<S, @Nullable T> member) {
    return settings ->
        kind.isInstance(settings.getSettings())
            ? member.apply(kind.cast(settings.getSettings()))
            : null;
  }
}
