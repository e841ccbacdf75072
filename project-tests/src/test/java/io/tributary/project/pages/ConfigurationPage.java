package io.tributary.project.pages;

import static io.tributary.project.pages.MarkdownTable.code;

import io.tributary.cli.aws.AwsRole;
import io.tributary.cli.aws.Grant;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.cli.settings.SettingsGroup;
import io.tributary.runtime.config.Setting;
import java.util.stream.Collectors;

/** {@code docs/operate/configuration.md}. */
final class ConfigurationPage {

  private static final String HEAD =
      """
      # Configuration

      <!-- Made from code; see GeneratedPagesTest. -->

      A setting has one key and three forms: `table.prefix` in a file (`--config FILE`), the variable `TRIBUTARY_TABLE_PREFIX`, and the flag `--table-prefix`.
      A flag wins over the environment, the environment over the file, the file over the default.

      - Files and variables may hold all keys. An unknown key, flag or `TRIBUTARY_` variable ends the start and names the nearest one.
      - Secrets have no flag, because command lines are visible to all users of a machine.
      - Keys that start with `kafka.` go to the Kafka clients and Kafka Streams: `kafka.linger.ms=5`, `TRIBUTARY_KAFKA_LINGER_MS=5`, `--kafka-linger-ms 5`.
        The settings that guarantees rest on cannot be changed (`acks`, `enable.idempotence`, `isolation.level`, `processing.guarantee`, commits).
      - `dynamodb.endpoint` without AWS credentials in the environment gets made-up ones. Families outside `families` have no routes, topics or tables.
      - Begin with `config/cluster.properties`.
      """;

  private static final String PERMISSIONS =
      """

      ## Permissions

      Actions in DynamoDB. `tables policy --service … --account …` prints a role's IAM policy; [config/aws](../../config/aws/tables.json) has all of them for an example account.
      Gateway and processors need nothing; their policy denies everything. [On AWS](deploy-aws.md#roles) explains their use.

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
    return page.append(PERMISSIONS).append(permissions()).toString();
  }

  private static MarkdownTable permissions() {
    MarkdownTable table = new MarkdownTable("role", "actions", "on", "purpose");
    for (AwsRole role : AwsRole.values()) {
      for (Grant grant : role.grants()) {
        table.row(
            role.label(),
            grant.actions().stream().map(MarkdownTable::code).collect(Collectors.joining(", ")),
            grant.reach().words(),
            grant.reason());
      }
    }
    return table;
  }

  private static String byDefault(String text) {
    return text.isEmpty() ? "empty" : code(text);
  }
}
