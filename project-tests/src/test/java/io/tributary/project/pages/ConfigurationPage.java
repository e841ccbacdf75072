package io.tributary.project.pages;

import static io.tributary.project.pages.MarkdownTable.code;

import io.tributary.cli.settings.KnownSettings;
import io.tributary.cli.settings.SettingsGroup;
import io.tributary.runtime.config.Setting;

/** {@code docs/operate/configuration.md}. */
final class ConfigurationPage {

  private static final String HEAD =
      """
      # Configuration

      <!-- Made from code; see GeneratedPagesTest. -->

      A setting has one key and three forms: `table.prefix` in a file (`--config FILE`), the variable `TRIBUTARY_TABLE_PREFIX`, and the option `--table-prefix`.
      An option wins over the environment, the environment over the file, the file over the default.

      - Files and variables may hold all keys. An unknown key, option or `TRIBUTARY_` variable ends the start, and a near one is suggested.
      - Secrets are no options, because command lines are visible to all users of a machine.
      - Keys that start with `kafka.` go to the Kafka clients and Kafka Streams: `kafka.linger.ms=5`, `TRIBUTARY_KAFKA_LINGER_MS=5`, `--kafka-linger-ms 5`.
        The settings that guarantees rest on cannot be changed (`acks`, `enable.idempotence`, `isolation.level`, `processing.guarantee`, commits).
      - `dynamodb.endpoint` without AWS credentials in the environment gets made-up ones. Families outside `families` have no routes, topics or tables.
      - Begin with `config/cluster.properties`.
      """;

  private ConfigurationPage() {}

  static String text() {
    StringBuilder page = new StringBuilder(HEAD);
    for (SettingsGroup group : KnownSettings.groups()) {
      MarkdownTable table = new MarkdownTable("key", "type", "default", "purpose");
      for (Setting<?> setting : group.settings()) {
        table.row(
            code(setting.key()),
            setting.type().name(),
            setting.byDefault().map(ConfigurationPage::byDefault).orElse("unset"),
            setting.purpose());
      }
      page.append("\n## ").append(group.title()).append("\n\n").append(table);
    }
    return page.toString();
  }

  private static String byDefault(String text) {
    return text.isEmpty() ? "empty" : code(text);
  }
}
