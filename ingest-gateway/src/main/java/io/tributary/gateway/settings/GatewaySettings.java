package io.tributary.gateway.settings;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.HistoryTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

public final class GatewaySettings {

  public static final Setting<HostPort> LISTEN =
      Setting.of(
          "http.listen",
          SettingType.LISTENER,
          "127.0.0.1:8080",
          "Address of the gateway; port 0 takes any free port.");

  public static final Setting<HostPort> OPS_LISTEN =
      Setting.optional(
          "ops.listen",
          SettingType.LISTENER,
          "Address of metrics and health with reasons; unset: loopback, port of http.listen plus 3.");

  public static final Setting<Boolean> DOCS =
      Setting.of(
          "http.docs",
          SettingType.BOOLEAN,
          "true",
          "Whether http.listen serves /docs, /openapi.yaml and /asyncapi.yaml.");

  public static final Setting<Duration> REQUEST_DEADLINE =
      Setting.of(
          "request.deadline",
          SettingType.DURATION,
          "5s",
          "Time to an answer, from a large body's last byte; below the senders' timeout.");

  public static final Setting<Long> INFLIGHT_BYTES =
      Setting.of(
          "inflight.bytes",
          SettingType.BYTES,
          "64MiB",
          "Bodies under way; beyond it 503. Heap takes twice that. A mail needs 31 MiB.");

  public static final Setting<Long> BODY_LIMIT =
      Setting.of(
          "body.limit",
          SettingType.BYTES,
          "1MiB",
          "Largest request body; Meta's 4 times that, mails 30 MiB. At most the topics' limit.");

  public static final Setting<Duration> STOP_DELAY =
      Setting.of(
          "stop.delay",
          SettingType.DURATION,
          "0s",
          "Time from SIGTERM, when readiness ends, until the gateway takes no more requests.");

  public static final Setting<Secret> ADMIN_TOKEN =
      Setting.optional(
          "admin.token",
          SettingType.SECRET,
          "Bearer token of admin routes, 32 characters; two with a comma during a rotation.");

  public static final Setting<Secret> API_KEY_PEPPER =
      Setting.optional(
          "api.key.pepper",
          SettingType.SECRET,
          "Secret prefix of hashed API keys, 32 characters; two with a comma during a rotation.");

  public static final Setting<Secret> CONFIRMATION_KEY =
      Setting.optional(
          "confirmation.key",
          SettingType.SECRET,
          "Key that derives a device's confirmation id; must never change.");

  public static final Setting<Boolean> FAKE_SECRETS =
      Setting.of(
          "fake.secrets",
          SettingType.BOOLEAN,
          "false",
          "Allows secrets that begin with fake-, for a first try on one machine.");

  public static final Setting<Path> SERVICE_TOKENS_FILE =
      Setting.optional(
          "service.tokens.file",
          SettingType.PATH,
          "JSON file of service tokens and grants, read again within 2 s of a change.");

  public static final Setting<Path> SECRETS_FILE =
      Setting.optional(
          "secrets.file",
          SettingType.PATH,
          "JSON file of channel accounts and secrets, read again within 2 s of a change.");

  public static final Setting<Duration> READINGS_TTL =
      Setting.of(
          "devices.readings.ttl",
          SettingType.durationOrOff(),
          "90d",
          "Life of a stored reading, from its timestamp_ms; off keeps readings for ever.");

  /** Life of messages and threads of the history family. */
  public static final Setting<Duration> HISTORY_TTL =
      Setting.of(
          "history.ttl",
          SettingType.ttl(),
          HistoryTopics.LIFE.toDays() + "d",
          "Life of stored messages and threads. Each activity renews the life of the thread.");

  public static final Setting<Duration> HISTORY_TEMPORARY_TTL =
      Setting.of(
          "history.temporary.ttl",
          SettingType.ttl(),
          "1d",
          "Life of temporary threads and their messages.");

  public static final Setting<Duration> CONVERSATION_TTL =
      Setting.of(
          "outreach.conversation.life",
          SettingType.ttlOrOff(),
          "off",
          "Life of new conversations, renewed by each change; off keeps"
              + " conversations for ever.");

  public static final List<Setting<?>> ALL =
      List.of(
          LISTEN,
          OPS_LISTEN,
          DOCS,
          REQUEST_DEADLINE,
          INFLIGHT_BYTES,
          BODY_LIMIT,
          STOP_DELAY,
          ADMIN_TOKEN,
          API_KEY_PEPPER,
          CONFIRMATION_KEY,
          FAKE_SECRETS,
          SERVICE_TOKENS_FILE,
          SECRETS_FILE,
          READINGS_TTL,
          HISTORY_TTL,
          HISTORY_TEMPORARY_TTL,
          CONVERSATION_TTL);

  private static final int OPS_PORT_ABOVE = 3;
  private static final int LAST_PORT = 65_535;

  private GatewaySettings() {}

  /** Address of metrics and detailed health. */
  public static HostPort opsListen(Settings settings) {
    int http = settings.get(LISTEN).port();
    int port = http + OPS_PORT_ABOVE;
    return settings
        .find(OPS_LISTEN)
        .orElseGet(() -> new HostPort("127.0.0.1", http == 0 || port > LAST_PORT ? 0 : port));
  }
}
