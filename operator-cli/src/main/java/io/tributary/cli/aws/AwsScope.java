package io.tributary.cli.aws;

import io.tributary.sink.table.TableDefinition;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whose tables a policy is about.
 *
 * @param account twelve digits
 * @param prefix before the name of every table, without the generation's own
 * @param tables of the pipeline's families
 */
public record AwsScope(String region, String account, String prefix, List<TableDefinition> tables) {

  /**
   * Copies the tables; {@link IllegalArgumentException} for what is no account or no region, which
   * IAM might take for a wildcard.
   */
  public AwsScope {
    if (!account.matches("[0-9]{12}")) {
      throw new IllegalArgumentException("an AWS account is twelve digits, not " + account);
    }
    if (!region.matches("[a-z]+(-[a-z0-9]+)+")) {
      throw new IllegalArgumentException("no AWS region is called " + region);
    }
    tables = List.copyOf(tables);
  }

  /**
   * The table in generations up to the 99th: a service goes over to another one while it runs. IAM
   * knows any character, but not any digit.
   */
  Stream<String> arns(TableDefinition table) {
    return Stream.of("", "g?-", "g??-").map(generation -> arn(prefix + generation + table.name()));
  }

  private String arn(String table) {
    return "arn:" + partition() + ":dynamodb:" + region + ':' + account + ":table/" + table;
  }

  /** AWS has a few, which know nothing of each other. */
  private String partition() {
    if (region.startsWith("cn-")) {
      return "aws-cn";
    }
    return region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
  }
}
