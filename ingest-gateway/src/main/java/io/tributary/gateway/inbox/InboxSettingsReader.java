package io.tributary.gateway.inbox;

import io.tributary.avro.inbox.InboxConfig;
import io.tributary.avro.inbox.InboxSettingsCommand;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.RecordReader;
import io.tributary.gateway.json.RequestObject;

/** Reads settings of tenants and inboxes. */
final class InboxSettingsReader {

  static final String TITLE = "title";
  static final String DESCRIPTION = "description";
  static final String TTL = "ttl";
  private static final RecordReader COMMAND =
      RecordReader.of(InboxSettingsCommand.getClassSchema(), TITLE);
  private static final RecordReader SETTINGS = RecordReader.all(TenantSettings.getClassSchema());
  private static final RecordReader CONFIG = RecordReader.all(InboxConfig.getClassSchema());

  private InboxSettingsReader() {}

  static InboxSettingsCommand tenant(RequestObject body) {
    InboxSettingsCommand command = COMMAND.read(body, new InboxSettingsCommand());
    command.setSettings(SETTINGS.read(body, new TenantSettings()));
    return command;
  }

  static InboxSettingsCommand inbox(RequestObject body) {
    InboxSettingsCommand command = COMMAND.read(body, new InboxSettingsCommand());
    InboxConfig config = CONFIG.read(body, new InboxConfig());
    if (!config.getTtl().containsKey(InboxDirectory.DEFAULT)) {
      throw body.violation(
          ErrorCode.MISSING_FIELD, TTL + '.' + InboxDirectory.DEFAULT, "is required");
    }
    command.setSettings(config);
    return command;
  }
}
