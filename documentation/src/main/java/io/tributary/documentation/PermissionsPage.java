package io.tributary.documentation;

import io.tributary.cli.aws.AwsRole;
import io.tributary.cli.aws.Grant;
import java.util.stream.Collectors;

/** {@code docs/operate/permissions.md}. */
final class PermissionsPage {

  private static final String HEAD =
      """
      # Permissions

      <!-- Made from code; see DocumentationTest. -->

      What each role does with DynamoDB, and so what its IAM policy allows: `tables policy --service … --account …` prints it, and
      [config/aws](../../config/aws/tables.json) has them for all families in an example account. GrantsIT watches every role's requests and compares.
      Gateway and processors ask DynamoDB for nothing; their policy denies it. [On AWS](deploy-aws.md) says how they are used.
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
