package io.tributary.e2e.operators;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** An IAM policy that only allows, judged as IAM does it: by actions and by resources. */
final class Permissions {

  private static final String ALLOW = "Allow";

  private final List<Statement> statements = new ArrayList<>();

  Permissions(JsonNode policy) {
    for (JsonNode each : policy.get("Statement")) {
      if (each.get("Effect").asText().equals(ALLOW)) {
        statements.add(new Statement(texts(each.get("Action")), texts(each.get("Resource"))));
      }
    }
  }

  private record Statement(List<String> actions, List<String> resources) {}

  /** True for what it allows; as it has no wildcards, an action must be there by its name. */
  boolean allow(Use use) {
    return statements.stream()
        .filter(statement -> statement.actions().contains("dynamodb:" + use.action()))
        .flatMap(statement -> statement.resources().stream())
        .anyMatch(resource -> matches(resource, use.resource()));
  }

  /** Every action with every resource that it is allowed for, as wildcards have it. */
  List<Use> all() {
    return statements.stream()
        .flatMap(
            statement ->
                statement.actions().stream()
                    .flatMap(
                        action ->
                            statement.resources().stream()
                                .map(
                                    resource ->
                                        new Use(action.substring("dynamodb:".length()), resource))))
        .toList();
  }

  /** A star is any text, a question mark any character. */
  static boolean matches(String pattern, String resource) {
    String expression = Pattern.quote(pattern).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q");
    return resource.matches(expression);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /**
   * An action on a resource.
   *
   * @param action such as {@code PutItem}
   * @param resource an ARN
   */
  record Use(String action, String resource) {}
}
