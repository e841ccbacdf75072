package io.tributary.sink.table;

import io.tributary.schemas.table.KeyAttribute;
import io.tributary.schemas.table.TableKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Differences of one table, in words: those of its key, and further ones. */
final class KeyComparison {

  private final String subject;
  private final List<String> differences = new ArrayList<>();

  public KeyComparison(String tableName) {
    this.subject = "table " + tableName;
  }

  public void compareKey(TableKey wanted, TableDescription found) {
    compare("key", DynamoKeys.describe(wanted), DynamoKeys.describe(found.keySchema()));
    compareTypes(wanted.attributes(), found);
  }

  public void compareTypes(Collection<KeyAttribute> wanted, TableDescription found) {
    Map<String, String> types =
        found.attributeDefinitions().stream()
            .collect(
                Collectors.toMap(
                    AttributeDefinition::attributeName,
                    AttributeDefinition::attributeTypeAsString));
    for (KeyAttribute attribute : wanted) {
      String type = types.getOrDefault(attribute.name(), "not a key attribute");
      compare("type of " + attribute.name(), DynamoKeys.type(attribute.type()).toString(), type);
    }
  }

  public void compare(String property, Object wanted, Object found) {
    if (!wanted.equals(found)) {
      add("has " + property + " " + found + ", the definition says " + wanted);
    }
  }

  public void add(String difference) {
    differences.add(subject + " " + difference);
  }

  public List<String> differences() {
    return List.copyOf(differences);
  }
}
