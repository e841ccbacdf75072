package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rules for keys, indexes, throughput and streams of tables. */
final class DefinitionCheck {
  private static final int LOCAL_LIMIT = 5;
  private static final int GLOBAL_LIMIT = 20;
  private static final int PROJECTED_LIMIT = 100;
  private static final int KEY_PARTS = 4;

  private final Set<String> defined = new LinkedHashSet<>();
  private final Set<String> used = new LinkedHashSet<>();

  /** The rules for a request that defines these attributes. */
  DefinitionCheck(Map<?, ?> request) {
    for (Map<?, ?> attribute : Members.objects(request, "AttributeDefinitions")) {
      if (!defined.add(Members.text(attribute, "AttributeName"))) {
        throw DynamoDbException.invalidValue(
            "Duplicate AttributeName in AttributeDefinitions: "
                + Members.text(attribute, "AttributeName"));
      }
    }
  }

  /** All rules of CreateTable. */
  void create(Map<String, Object> request) {
    boolean onDemand = requireThroughput(request);
    List<Map<?, ?>> key = Members.objects(request, "KeySchema");
    requireKey(key, 1);
    requireIndexes(request, Table.LOCAL, LOCAL_LIMIT);
    requireIndexes(request, Table.GLOBAL, GLOBAL_LIMIT);
    Set<String> names = new HashSet<>();
    int projected = 0;
    for (Map<?, ?> index : Members.objects(request, Table.LOCAL)) {
      requireDistinct(index, names);
      projected += requireProjection(index);
      requireLocal(index, key);
    }
    for (Map<?, ?> index : Members.objects(request, Table.GLOBAL)) {
      requireDistinct(index, names);
      projected += requireProjection(index);
      requireGlobal(index, onDemand);
    }
    if (projected > PROJECTED_LIMIT) {
      throw DynamoDbException.invalidValue(
          "Number of projected attributes exceeds the limit of " + PROJECTED_LIMIT);
    }
    requireAllUsed(!names.isEmpty());
    Map<?, ?> stream = Members.object(request, "StreamSpecification");
    if (stream != null) {
      requireStream(stream);
    }
  }

  private static boolean requireThroughput(Map<String, Object> request) {
    boolean onDemand = "PAY_PER_REQUEST".equals(request.get("BillingMode"));
    boolean given = request.containsKey("ProvisionedThroughput");
    if (onDemand && given) {
      throw DynamoDbException.invalidValue(
          "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
              + " PAY_PER_REQUEST");
    }
    if (!onDemand && !given) {
      throw DynamoDbException.invalidValue(
          "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is"
              + " PROVISIONED");
    }
    return onDemand;
  }

  private static void requireIndexes(Map<String, Object> request, String kind, int limit) {
    int number = Members.objects(request, kind).size();
    if (request.containsKey(kind) && number == 0) {
      throw DynamoDbException.invalidValue("List of " + kind + " is empty");
    }
    if (number > limit) {
      throw DynamoDbException.invalidValue(
          kind.equals(Table.LOCAL)
              ? "Number of LocalSecondaryIndexes exceeds per-table limit of 5"
              : "GlobalSecondaryIndex count exceeds the per-table limit of 20");
    }
  }

  /**
   * A key: hash attributes, then range attributes, all defined.
   *
   * @param parts most attributes of each kind
   */
  private void requireKey(List<Map<?, ?>> key, int parts) {
    List<String> names = new ArrayList<>();
    int hashes = 0;
    for (Map<?, ?> element : key) {
      boolean isHash = Members.text(element, "KeyType").equals("HASH");
      if (names.isEmpty() && !isHash) {
        throw DynamoDbException.validation(
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
      }
      if (isHash && (hashes == parts || hashes < names.size())) {
        throw DynamoDbException.validation(
            "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
      }
      hashes += isHash ? 1 : 0;
      names.add(Members.text(element, "AttributeName"));
    }
    if (names.size() - hashes > parts) {
      throw DynamoDbException.validation("Invalid KeySchema: Too many RANGE attributes: " + names);
    }
    if (new HashSet<>(names).size() < names.size()) {
      throw DynamoDbException.validation(
          "Both the Hash Key and the Range Key element in the KeySchema have the same name");
    }
    if (!defined.containsAll(names)) {
      throw DynamoDbException.invalidValue(
          "Some index key attributes are not defined in AttributeDefinitions. Keys: "
              + names
              + ", AttributeDefinitions: "
              + defined);
    }
    used.addAll(names);
  }

  private static void requireDistinct(Map<?, ?> index, Set<String> names) {
    if (!names.add(Members.text(index, "IndexName"))) {
      throw DynamoDbException.invalidValue(
          "Duplicate index name: " + Members.text(index, "IndexName"));
    }
  }

  private static int requireProjection(Map<?, ?> index) {
    Map<?, ?> projection = Members.object(index, "Projection");
    String type = projection == null ? "null" : Members.text(projection, "ProjectionType", "null");
    boolean named = projection != null && projection.containsKey("NonKeyAttributes");
    if (type.equals("null")) {
      throw DynamoDbException.invalidValue("Unknown ProjectionType: null");
    }
    if (named != type.equals("INCLUDE")) {
      throw DynamoDbException.invalidValue(
          "ProjectionType is "
              + type
              + ", but NonKeyAttributes is "
              + (named ? "specified" : "not specified"));
    }
    return projection != null && projection.get("NonKeyAttributes") instanceof List<?> names
        ? names.size()
        : 0;
  }

  private void requireLocal(Map<?, ?> index, List<Map<?, ?>> tableKey) {
    List<Map<?, ?>> key = Members.objects(index, "KeySchema");
    requireKey(key, 1);
    String name = Members.text(index, "IndexName");
    if (tableKey.size() < 2) {
      throw DynamoDbException.invalidValue(
          "Table KeySchema does not have a range key, which is required when specifying a"
              + " LocalSecondaryIndex");
    }
    if (key.size() < 2) {
      throw DynamoDbException.invalidValue(
          "Index KeySchema does not have a range key for index: " + name);
    }
    String indexHash = Members.text(key.get(0), "AttributeName");
    String tableHash = Members.text(tableKey.get(0), "AttributeName");
    if (!indexHash.equals(tableHash)) {
      throw DynamoDbException.invalidValue(
          "Index KeySchema does not have the same leading hash key as table KeySchema for index: "
              + name
              + ". index hash key: "
              + indexHash
              + ", table hash key: "
              + tableHash);
    }
  }

  /** A global index of a new table or of one that is there. */
  void requireGlobal(Map<?, ?> index, boolean onDemand) {
    requireKey(Members.objects(index, "KeySchema"), KEY_PARTS);
    boolean given = index.containsKey("ProvisionedThroughput");
    String name = Members.text(index, "IndexName");
    if (onDemand && given) {
      throw DynamoDbException.invalidValue(
          "ProvisionedThroughput should not be specified for index: "
              + name
              + " when BillingMode is PAY_PER_REQUEST");
    }
    if (!onDemand && !given) {
      throw DynamoDbException.invalidValue(
          "ProvisionedThroughput must be specified for index: " + name);
    }
  }

  /** An index that UpdateTable creates. */
  void createIndex(Map<?, ?> index, boolean onDemand) {
    requireProjection(index);
    requireGlobal(index, onDemand);
  }

  private void requireAllUsed(boolean hasIndexes) {
    if (used.size() == defined.size()) {
      return;
    }
    throw DynamoDbException.invalidValue(
        hasIndexes
            ? "Some AttributeDefinitions are not used. AttributeDefinitions: "
                + defined
                + ", keys used: "
                + used
            : "Number of attributes in KeySchema does not exactly match number of attributes"
                + " defined in AttributeDefinitions");
  }

  /** A stream specification in itself. */
  static void requireStream(Map<?, ?> stream) {
    boolean on = Members.flag(stream, "StreamEnabled");
    if (on != stream.containsKey("StreamViewType")) {
      throw DynamoDbException.invalidValue(
          on
              ? "StreamViewType is required when StreamEnabled is true"
              : "StreamViewType cannot be specified when StreamEnabled is false");
    }
  }
}
