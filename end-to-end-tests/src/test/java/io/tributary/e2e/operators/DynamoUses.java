package io.tributary.e2e.operators;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.e2e.operators.Permissions.Use;
import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.http.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who has asked DynamoDB for what, as IAM would count it: a transaction is its parts. Who it is
 * says the access key that a request is signed with.
 */
final class DynamoUses implements FaultyDynamo.Witness {

  static final String ARN = "arn:aws:dynamodb:us-east-1:111122223333:";

  private static final Pattern KEY = Pattern.compile("Credential=([^/]+)/");
  private static final Pattern STREAM = Pattern.compile("table/[^/\"|]+/stream/[^/\"|]+");

  private final Map<String, Set<Use>> uses = new ConcurrentHashMap<>();

  @Override
  public void see(String authorization, String target, String body) {
    Matcher key = KEY.matcher(authorization);
    String who = key.find() ? key.group(1) : "nobody";
    uses.computeIfAbsent(who, any -> ConcurrentHashMap.newKeySet())
        .addAll(of(target.substring(target.indexOf('.') + 1), body));
  }

  /** Every key that somebody has signed with, and {@code nobody} where there was none. */
  Set<String> known() {
    return Set.copyOf(uses.keySet());
  }

  /** What those have asked for that sign with that key. */
  Set<Use> by(String accessKey) {
    return uses.getOrDefault(accessKey, Set.of());
  }

  private static List<Use> of(String operation, String body) {
    JsonNode request = Answer.parse(body);
    List<Use> found = new ArrayList<>();
    switch (operation) {
      case "TransactWriteItems" ->
          request
              .get("TransactItems")
              .forEach(
                  action ->
                      action
                          .properties()
                          .forEach(
                              part -> found.add(table(part.getKey() + "Item", part.getValue()))));
      case "BatchGetItem" ->
          request
              .get("RequestItems")
              .fieldNames()
              .forEachRemaining(name -> found.add(new Use(operation, ARN + "table/" + name)));
      case "DescribeStream", "GetShardIterator", "GetRecords" -> {
        Matcher stream = STREAM.matcher(body);
        found.add(new Use(operation, ARN + (stream.find() ? stream.group() : body)));
      }
      default -> found.add(table(operation, request));
    }
    return found;
  }

  private static Use table(String action, JsonNode request) {
    return new Use(action, ARN + "table/" + request.path("TableName").asText());
  }
}
