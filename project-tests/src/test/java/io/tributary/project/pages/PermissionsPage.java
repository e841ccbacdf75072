package io.tributary.project.pages;

import io.tributary.cli.aws.AwsRole;
import io.tributary.cli.aws.Grant;
import java.util.stream.Collectors;

/** {@code docs/operate/permissions.md}. */
final class PermissionsPage {

  private static final String HEAD =
      """
      # Permissions

      <!-- Made from code; see GeneratedPagesTest. -->

      Actions of each role in DynamoDB, and so its IAM policy. `tables policy --service … --account …` prints it; [config/aws](../../config/aws/tables.json) has them for all families in an example account.
      Gateway and processors need nothing; their policy denies everything. [On AWS](deploy-aws.md#roles) explains their use.
      """;

  private PermissionsPage() {}

  static String text() {
    StringBuilder page = new StringBuilder(HEAD);
    for (AwsRole role : AwsRole.values()) {
      page.append("\n## ").append(role.label()).append("\n\n");
      if (role.grants().isEmpty()) {
        page.append("Nothing.\n");
      } else {
        page.append(table(role));
      }
    }
    return page.toString();
  }

  private static String table(AwsRole role) {
    MarkdownTable table = new MarkdownTable("actions", "on", "purpose");
    for (Grant grant : role.grants()) {
      table.row(
          grant.actions().stream().map(MarkdownTable::code).collect(Collectors.joining(", ")),
          grant.reach().words(),
          grant.reason());
    }
    return table.toString();
  }
}
