package io.tributary.gateway.outreach;

import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of the outreach family. */
public final class OutreachSettings {

  public static final Setting<Duration> CONVERSATION_LIFE =
      Setting.of(
          "outreach.conversation.life",
          SettingType.ttlOrOff(),
          "off",
          "Life of new conversations, renewed by each change; off keeps"
              + " conversations for ever.");

  public static final List<Setting<?>> ALL = List.of(CONVERSATION_LIFE);

  private OutreachSettings() {}

  /** Life of conversations; empty for ever. */
  public static Optional<Duration> life(Settings settings) {
    return Optional.of(settings.get(CONVERSATION_LIFE)).filter(life -> !life.isZero());
  }
}
