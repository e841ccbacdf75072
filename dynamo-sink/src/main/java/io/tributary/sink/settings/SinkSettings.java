package io.tributary.sink.settings;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.topic.TopicNaming;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Settings of the sink and of all other clients of DynamoDB. */
public final class SinkSettings {

  /** Characters of table names, which have 255 at most. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{0,200}");

  public static final Setting<HostPort> LISTEN =
      Setting.of(
          "sink.listen",
          SettingType.LISTENER,
          "127.0.0.1:8082",
          "Address of the sink's health and metrics; port 0 takes any free port.");

  /** An endpoint other than AWS. */
  public static final Setting<String> DYNAMODB_ENDPOINT =
      Setting.optional(
          "dynamodb.endpoint",
          SettingType.TEXT,
          "URL of the DynamoDB endpoint; unset: AWS. Credentials come from the AWS environment.");

  public static final Setting<String> DYNAMODB_REGION =
      Setting.of(
          "dynamodb.region", SettingType.TEXT, "us-east-1", "AWS region of the DynamoDB tables.");

  public static final Setting<String> TABLE_PREFIX =
      Setting.of(
          "table.prefix",
          new SettingType<>("part of a table's name", SinkSettings::parsePrefix),
          "",
          "Prefix of all table names; a generation's own, such as g2-, follows.");

  public static final Setting<Integer> WRITERS =
      Setting.of(
          "sink.writers",
          SettingType.integer(1, 1_000),
          "64",
          "Most concurrent requests to DynamoDB; fewer while answers are late, throttled or missing.");

  public static final Setting<Integer> TRANSACTION_WRITES =
      Setting.of(
          "sink.transaction.writes",
          SettingType.integer(1, 50),
          "25",
          "Most readings per TransactWriteItems; fewer while a single request is late.");

  public static final Setting<Integer> INFLIGHT_RECORDS =
      Setting.of(
          "sink.inflight.records",
          SettingType.integer(2, 1_000_000),
          "4096",
          "Records read and not yet committed; at the limit the sink stops reading.");

  /** Limit of bytes in flight. */
  public static final Setting<Long> INFLIGHT_BYTES =
      Setting.of(
          "sink.inflight.bytes",
          SettingType.BYTES,
          "64MiB",
          "Bytes read and not yet committed; at the limit the sink stops reading.");

  public static final Setting<Duration> COMMIT_INTERVAL =
      Setting.of(
          "sink.commit.interval", SettingType.DURATION, "200ms", "Interval of the sink's commits.");

  /** Delay of counters. */
  public static final Setting<Duration> COUNTERS_LINGER =
      Setting.of(
          "sink.counters.linger",
          SettingType.durationOrOff(),
          "500ms",
          "Delay before a counter is written; many changes cost one write. Or off.");

  public static final List<Setting<?>> ALL =
      List.of(
          LISTEN,
          DYNAMODB_ENDPOINT,
          DYNAMODB_REGION,
          TABLE_PREFIX,
          WRITERS,
          TRANSACTION_WRITES,
          INFLIGHT_RECORDS,
          INFLIGHT_BYTES,
          COMMIT_INTERVAL,
          COUNTERS_LINGER);

  private SinkSettings() {}

  /** IAM takes a star for every table, so it is refused here. */
  private static String parsePrefix(String text) {
    if (!NAME.matcher(text).matches()) {
      throw new SettingsException("must be letters, digits, _, . and -, 200 at most");
    }
    return text;
  }

  /** Prefix of the generation's tables. */
  public static String tablePrefix(Settings settings) {
    return settings.get(TABLE_PREFIX) + TopicNaming.mark(KafkaSettings.generation(settings), "-");
  }
}
