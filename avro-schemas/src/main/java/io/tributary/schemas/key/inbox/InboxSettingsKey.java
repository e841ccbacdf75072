package io.tributary.schemas.key.inbox;

import io.tributary.avro.inbox.InboxSettings;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.KeyPart;
import java.util.List;
import java.util.Optional;

/**
 * Key of a tenant's settings, or of one of its inboxes': the partition key {@code t#{tenant_key}},
 * and the sort key {@code st#tenant_settings} or {@code si#{inbox_key}}. As a record key, and as
 * the subject of a command, the two are joined by {@code #}.
 *
 * @param inboxKey empty for the tenant's own
 */
public record InboxSettingsKey(String tenantKey, Optional<String> inboxKey) {

  /** Codec of subjects. */
  public static final KeyCodec<String> SUBJECTS =
      KeyCodec.of(
          InboxSettingsKey.class,
          "t#{tenant_key}#(st#tenant_settings|si#{inbox_key})",
          InboxSettingsKey::checked,
          InboxSettingsKey::checked,
          subject -> parse(subject).pk());

  private static final String PREFIX = "t";
  private static final String TENANT = "st";
  private static final String TENANT_SETTINGS = "tenant_settings";
  private static final String INBOX = "si";
  private static final int PARTS = 4;

  public InboxSettingsKey {
    KeyPart.ID.require("tenant_key", tenantKey);
    inboxKey.ifPresent(key -> KeyPart.ID.require("inbox_key", key));
  }

  public static InboxSettingsKey of(InboxSettings settings) {
    return new InboxSettingsKey(
        settings.getTenantKey(), Optional.ofNullable(settings.getInboxKey()));
  }

  public String pk() {
    return HashedParts.join(PREFIX, tenantKey);
  }

  public String sk() {
    return inboxKey
        .map(key -> HashedParts.join(INBOX, key))
        .orElse(HashedParts.join(TENANT, TENANT_SETTINGS));
  }

  /** {@code pk#sk}. */
  public String subject() {
    return HashedParts.join(pk(), sk());
  }

  /** The key of a subject, else {@link KeyFormatException}. */
  public static InboxSettingsKey parse(String subject) {
    List<String> parts = InboxKey.parts(subject);
    if (parts.size() == PARTS && parts.get(0).equals(PREFIX)) {
      String last = parts.get(PARTS - 1);
      if (parts.get(2).equals(INBOX)) {
        return new InboxSettingsKey(parts.get(1), Optional.of(last));
      }
      if (parts.get(2).equals(TENANT) && last.equals(TENANT_SETTINGS)) {
        return new InboxSettingsKey(parts.get(1), Optional.empty());
      }
    }
    throw new KeyFormatException(
        "a key of settings must be t#tenant_key#st#tenant_settings or t#tenant_key#si#inbox_key");
  }

  private static String checked(String subject) {
    return parse(subject).subject();
  }
}
