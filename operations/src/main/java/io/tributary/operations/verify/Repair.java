package io.tributary.operations.verify;

import io.tributary.schemas.item.Attributes;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionSizeLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;

/**
 * Writes expectations item by item, on condition that the item of the table is unchanged. A
 * deletion here is no expiry and moves no counter.
 */
final class Repair {

  /** DynamoDB limits the length of a condition. */
  private static final int MOST_CONDITIONS = 100;

  private static final String UNACCEPTABLE = "ValidationException";

  private final DynamoDbClient client;
  private final String prefix;

  Repair(DynamoDbClient client, String prefix) {
    this.client = client;
    this.prefix = prefix;
  }

  /** Tries once; the next look shows the success. */
  void apply(ItemDifference finding) {
    Seen seen = new Seen(finding);
    String table = prefix + finding.key().table().name();
    try {
      if (finding.verdict() == ItemVerdict.EXTRA) {
        client.deleteItem(
            request ->
                request
                    .tableName(table)
                    .key(finding.key().attributes())
                    .conditionExpression(seen.condition.toString())
                    .expressionAttributeNames(seen.names)
                    .expressionAttributeValues(seen.valuesOrNone()));
      } else {
        client.putItem(
            request ->
                request
                    .tableName(table)
                    .item(finding.wanted())
                    .conditionExpression(seen.condition.toString())
                    .expressionAttributeNames(seen.names)
                    .expressionAttributeValues(seen.valuesOrNone()));
      }
    } catch (ConditionalCheckFailedException | TransactionConflictException e) {
      // it has changed or is changing, or an earlier try of the client has worked
    } catch (ItemCollectionSizeLimitExceededException e) {
      // no room beside its neighbours; others can be repaired
    } catch (DynamoDbException e) {
      if (!UNACCEPTABLE.equals(e.awsErrorDetails().errorCode())) {
        throw e;
      }
      // too large, say; others can be repaired
    }
  }

  /** Condition that an item is unchanged. */
  private static final class Seen {

    private final StringJoiner condition = new StringJoiner(" AND ");
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();

    Seen(ItemDifference finding) {
      String partition = finding.key().table().key().partition().name();
      names.put("#key", partition);
      condition.add(
          finding.found().isEmpty() ? "attribute_not_exists(#key)" : "attribute_exists(#key)");
      if (!finding.found().isEmpty()) {
        attributes(finding).forEach(name -> as(name, finding.found()));
      }
    }

    private static Set<String> attributes(ItemDifference finding) {
      Set<String> attributes = new LinkedHashSet<>(Set.of(Attributes.REVISION));
      Set<String> differing = finding.differing();
      differing.removeAll(finding.key().attributes().keySet());
      attributes.addAll(differing);
      return attributes.stream()
          .limit(MOST_CONDITIONS)
          .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private void as(String name, Map<String, AttributeValue> found) {
      int number = names.size();
      names.put("#a" + number, name);
      AttributeValue value = found.get(name);
      if (value == null) {
        condition.add("attribute_not_exists(#a" + number + ')');
      } else {
        condition.add("#a" + number + " = :v" + number);
        values.put(":v" + number, value);
      }
    }

    private @Nullable Map<String, AttributeValue> valuesOrNone() {
      return values.isEmpty() ? null : values;
    }
  }
}
