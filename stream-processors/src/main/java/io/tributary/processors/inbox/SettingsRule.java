package io.tributary.processors.inbox;

import io.tributary.avro.inbox.InboxConfig;
import io.tributary.avro.inbox.InboxSettings;
import io.tributary.avro.inbox.InboxSettingsCommand;
import io.tributary.avro.inbox.TenantSettings;
import io.tributary.processors.command.CommandRules;
import io.tributary.processors.command.Decision;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.processors.fact.SameFields;
import io.tributary.schemas.deadletter.FailureCode;
import java.util.Optional;

/** Rule for settings: the last command of any caller wins. */
final class SettingsRule implements CommandRules.Rule<InboxSettingsCommand, InboxSettings> {

  /** Entry of a config's ttl for categories without their own. */
  private static final String DEFAULT = "default";

  private static final SameFields SAME =
      SameFields.of(InboxSettingsCommand.getClassSchema(), InboxSettings.getClassSchema());

  @Override
  public Decision<InboxSettings> decide(
      InboxSettingsCommand command, Optional<InboxSettings> state, long nextRev) {
    check(command);
    InboxSettings after = SAME.copy(command, new InboxSettings());
    after.setUid(command.getEnvelope().getCaller());
    after.setRev(state.map(InboxSettings::getRev).orElse(nextRev));
    if (state.isPresent() && state.get().equals(after)) {
      return new Decision.Unchanged<>();
    }
    after.setRev(nextRev);
    return new Decision.Changed<>(after);
  }

  private static void check(InboxSettingsCommand command) {
    boolean ofTenant = command.getInboxKey() == null;
    if (command.getSettings() instanceof TenantSettings != ofTenant) {
      throw new FactRefusedException(
          FailureCode.INVALID_VALUE, "an inbox must have a config, and a tenant settings");
    }
    if (command.getSettings() instanceof InboxConfig config
        && !config.getTtl().containsKey(DEFAULT)) {
      throw new FactRefusedException(FailureCode.INVALID_VALUE, "ttl must have a default");
    }
  }
}
