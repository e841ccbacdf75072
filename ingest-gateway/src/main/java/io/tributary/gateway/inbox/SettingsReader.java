package io.tributary.gateway.inbox;

import io.tributary.avro.inbox.InboxConfig;
import io.tributary.avro.inbox.InboxSettingsCommand;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.TextRule;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.topic.MessageLife;
import java.util.Map;

/** Reads settings of tenants and inboxes. */
final class SettingsReader {

  static final String TITLE = "title";
  static final String DESCRIPTION = "description";
  static final String TTL = "ttl";
  private static final int MOST_CATEGORIES = 100;
  private static final TextRule TITLES = TextRule.bytes(1, 1024);
  private static final TextRule DESCRIPTIONS = TextRule.bytes(0, 4096);
  private static final TextRule LIFE =
      TextRule.value(MessageLife.RULE, text -> MessageLife.seconds(text).isPresent());
  private static final TextRule CATEGORY = TextRule.key(KeyPart.CATEGORY);

  private SettingsReader() {}

  static InboxSettingsCommand.Builder tenant(JsonObject body) {
    return InboxSettingsCommand.newBuilder()
        .setTitle(body.text(TITLE, TITLES))
        .setSettings(new TenantSettings(body.text(TTL, LIFE)));
  }

  static InboxSettingsCommand.Builder inbox(JsonObject body) {
    String title = body.text(TITLE, TITLES);
    String description = body.text(DESCRIPTION, DESCRIPTIONS);
    Map<String, String> ttl = body.texts(TTL, MOST_CATEGORIES, CATEGORY, LIFE);
    if (!ttl.containsKey(InboxDirectory.DEFAULT)) {
      throw body.violation(
          ErrorCode.MISSING_FIELD, TTL + '.' + InboxDirectory.DEFAULT, "is required");
    }
    return InboxSettingsCommand.newBuilder()
        .setTitle(title)
        .setSettings(new InboxConfig(description, ttl));
  }
}
