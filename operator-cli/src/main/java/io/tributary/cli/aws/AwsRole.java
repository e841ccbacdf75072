package io.tributary.cli.aws;

import io.tributary.operations.JsonFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who runs on AWS, and what each may do with DynamoDB: what it does, and no more. */
public enum AwsRole {
  GATEWAY,
  PROCESSORS,
  SINK,
  /** Looks whether all is well, by a schedule, and changes nothing. */
  AUDITOR,
  OPERATOR;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static List<String> labels() {
    return Arrays.stream(values()).map(AwsRole::label).toList();
  }

  public static AwsRole labelled(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }

  /** What it may do; empty for who does nothing with DynamoDB. */
  public List<Grant> grants() {
    return switch (this) {
      case GATEWAY, PROCESSORS -> List.of();
      case SINK -> Grants.SINK;
      case AUDITOR -> Grants.AUDITOR;
      case OPERATOR -> Grants.OPERATOR;
    };
  }

  /**
   * The IAM policy as maps and lists. IAM knows no policy without a statement, so who needs nothing
   * is denied everything.
   */
  public Map<String, @Nullable Object> policy(AwsScope scope) {
    List<Map<String, @Nullable Object>> statements = new ArrayList<>();
    byReach()
        .forEach(
            (reach, actions) -> {
              List<String> resources = reach.resources(scope);
              if (!resources.isEmpty()) {
                statements.add(statement(reach.id(), "Allow", actions, resources));
              }
            });
    if (statements.isEmpty()) {
      statements.add(statement("NothingOfDynamoDB", "Deny", List.of("dynamodb:*"), List.of("*")));
    }
    return JsonFields.of("Version", "2012-10-17").and("Statement", statements).map();
  }

  /** One statement for each: IAM takes 6144 characters, and names of tables are most of them. */
  private Map<Grant.Reach, List<String>> byReach() {
    Map<Grant.Reach, List<String>> actions = new EnumMap<>(Grant.Reach.class);
    for (Grant grant : grants()) {
      List<String> same = actions.computeIfAbsent(grant.reach(), reach -> new ArrayList<>());
      grant.actions().forEach(action -> same.add("dynamodb:" + action));
    }
    return actions;
  }

  private static Map<String, @Nullable Object> statement(
      String id, String effect, List<String> actions, List<String> resources) {
    return JsonFields.of("Sid", id)
        .and("Effect", effect)
        .and("Action", actions)
        .and("Resource", resources)
        .map();
  }
}
