package io.tributary.cli.docs;

import static io.tributary.cli.docs.MarkdownTable.code;

import io.tributary.cli.settings.KnownSettings;
import io.tributary.cli.settings.SettingsGroup;
import io.tributary.runtime.config.Setting;

/** {@code docs/operate/configuration.md}. */
final class ConfigurationPage {

  private static final String HEAD =
      """
      # Configuration

      <!-- Made from code; see DocumentationTest. -->

      Every setting has one key. `table.prefix` in the file that `--config FILE` names, the variable
      `TRIBUTARY_TABLE_PREFIX` and the flag `--table-prefix` are the same setting: a flag counts over the
      environment, that over the file, that over the default. A command takes the flags that concern it; `--help`
      lists them; `up` takes `--http` for `--http-listen` too. Files and environments are shared, so every command knows every key in them, and an unknown
      key, flag or `TRIBUTARY_` variable stops the start and names the nearest one.

      Secrets have no flag, because everyone on a machine sees flags.

      What starts with `kafka.` goes to the Kafka clients and Kafka Streams as it is: `kafka.linger.ms=5`,
      `TRIBUTARY_KAFKA_LINGER_MS=5`, `--kafka-linger-ms 5`. What the guarantees need (`acks`,
      `enable.idempotence`, `isolation.level`, `processing.guarantee`, manual commits) cannot be set away.

      `config/cluster.properties` is a file to start from.
      """;

  private ConfigurationPage() {}

  static String text() {
    StringBuilder page = new StringBuilder(HEAD);
    for (SettingsGroup group : KnownSettings.groups()) {
      MarkdownTable table =
          new MarkdownTable("key", "flag", "variable", "type", "default", "purpose");
      for (Setting<?> setting : group.settings()) {
        table.row(
            code(setting.key()),
            setting.flag().map(MarkdownTable::code).orElse("none"),
            code(setting.variable()),
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
