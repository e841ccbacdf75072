package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
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
      DynamoDbException.refuseValue(
          !defined.add(Members.text(attribute, "AttributeName")),
          "Duplicate AttributeName in AttributeDefinitions: %s",
          Members.text(attribute, "AttributeName"));
    }
  }

  /** All rules of CreateTable. */
  void create(Map<String, Object> request) {
    boolean onDemand = requireThroughput(request);
    List<Map<?, ?>> key = Members.objects(request, "KeySchema");
    DynamoDbException.refuse(
        key.size() > defined.size(),
        "Invalid KeySchema: Some index key attribute have no definition");
    requireKey(key, 1);
    requireIndexes(request, Table.LOCAL, LOCAL_LIMIT);
    requireIndexes(request, Table.GLOBAL, GLOBAL_LIMIT);
    Set<String> names = new HashSet<>();
    int projected = 0;
    for (String kind : List.of(Table.LOCAL, Table.GLOBAL)) {
      for (Map<?, ?> index : Members.objects(request, kind)) {
        String name = Members.text(index, "IndexName");
        DynamoDbException.refuseValue(!names.add(name), "Duplicate index name: %s", name);
        projected += requireProjection(index);
        if (kind.equals(Table.LOCAL)) {
          requireLocal(index, key);
        } else {
          requireGlobal(index, onDemand);
        }
      }
    }
    DynamoDbException.refuseValue(
        projected > PROJECTED_LIMIT,
        "Number of projected attributes exceeds the limit of %s",
        PROJECTED_LIMIT);
    requireAllUsed(!names.isEmpty());
    Map<?, ?> stream = Members.object(request, "StreamSpecification");
    if (stream != null) {
      requireStream(stream);
    }
  }

  private static boolean requireThroughput(Map<String, Object> request) {
    boolean onDemand = "PAY_PER_REQUEST".equals(request.get("BillingMode"));
    boolean given = request.containsKey("ProvisionedThroughput");
    DynamoDbException.refuseValue(onDemand && given, Throughput.NONE_ON_DEMAND);
    DynamoDbException.refuseValue(
        !onDemand && !given,
        "ReadCapacityUnits and WriteCapacityUnits must both be specified when "
            + "BillingMode is PROVISIONED");
    return onDemand;
  }

  private static void requireIndexes(Map<String, Object> request, String kind, int limit) {
    int number = Members.objects(request, kind).size();
    DynamoDbException.refuseValue(
        request.containsKey(kind) && number == 0, "List of %s is empty", kind);
    DynamoDbException.refuseValue(
        number > limit,
        kind.equals(Table.LOCAL)
            ? "Number of LocalSecondaryIndexes exceeds per-table limit of 5"
            : "GlobalSecondaryIndex count exceeds the per-table limit of 20");
  }

  /**
   * A key: hash attributes, then range attributes, all defined.
   *
   * @param parts most attributes of each kind
   */
  private void requireKey(List<Map<?, ?>> key, int parts) {
    List<String> names =
        key.stream().map(element -> Members.text(element, "AttributeName")).toList();
    DynamoDbException.refuseValue(
        !defined.containsAll(names),
        "Some index key attributes are not defined in AttributeDefinitions. Keys: "
            + "%s, AttributeDefinitions: %s",
        names,
        defined);
    DynamoDbException.refuse(
        new HashSet<>(names).size() < names.size(),
        "Both the Hash Key and the Range Key element in the KeySchema have the same name");
    int hashes = 0;
    for (int i = 0; i < key.size(); i++) {
      boolean isHash = Members.text(key.get(i), "KeyType").equals("HASH");
      DynamoDbException.refuse(
          i == 0 && !isHash,
          "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
      DynamoDbException.refuse(
          isHash && (hashes == parts || hashes < i),
          "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
      hashes += isHash ? 1 : 0;
    }
    DynamoDbException.refuse(
        names.size() - hashes > parts, "Invalid KeySchema: Too many RANGE attributes: %s", names);
    used.addAll(names);
  }

  private static int requireProjection(Map<?, ?> index) {
    Map<?, ?> projection = Members.required(index, "Projection");
    String type = Members.text(projection, "ProjectionType", "null");
    int named = Members.list(projection, "NonKeyAttributes").size();
    DynamoDbException.refuseValue(type.equals("null"), "Unknown ProjectionType: null");
    DynamoDbException.refuseValue(
        (named > 0) != type.equals("INCLUDE"),
        "ProjectionType is %s, but NonKeyAttributes is %s",
        type,
        named > 0 ? "specified" : "not specified");
    return named;
  }

  private void requireLocal(Map<?, ?> index, List<Map<?, ?>> tableKey) {
    List<Map<?, ?>> key = Members.objects(index, "KeySchema");
    requireKey(key, 1);
    String name = Members.text(index, "IndexName");
    DynamoDbException.refuseValue(
        tableKey.size() < 2,
        "Table KeySchema does not have a range key, which is required when "
            + "specifying a LocalSecondaryIndex");
    DynamoDbException.refuseValue(
        key.size() < 2, "Index KeySchema does not have a range key for index: %s", name);
    String indexHash = Members.text(key.get(0), "AttributeName");
    String tableHash = Members.text(tableKey.get(0), "AttributeName");
    DynamoDbException.refuseValue(
        !indexHash.equals(tableHash),
        "Index KeySchema does not have the same leading hash key as table "
            + "KeySchema for index: %s. index hash key: %s, table hash key: %s",
        name,
        indexHash,
        tableHash);
  }

  /** A global index of a new table or of one that is there. */
  void requireGlobal(Map<?, ?> index, boolean onDemand) {
    requireKey(Members.objects(index, "KeySchema"), KEY_PARTS);
    boolean given = index.containsKey("ProvisionedThroughput");
    String name = Members.text(index, "IndexName");
    DynamoDbException.refuseValue(
        onDemand && given,
        "ProvisionedThroughput should not be specified for index: %s when "
            + "BillingMode is PAY_PER_REQUEST",
        name);
    DynamoDbException.refuseValue(
        !onDemand && !given, "ProvisionedThroughput must be specified for index: %s", name);
  }

  /** An index that UpdateTable creates. */
  void createIndex(Map<?, ?> index, boolean onDemand) {
    requireProjection(index);
    requireGlobal(index, onDemand);
  }

  private void requireAllUsed(boolean hasIndexes) {
    DynamoDbException.refuseValue(
        used.size() < defined.size() && hasIndexes,
        "Some AttributeDefinitions are not used. AttributeDefinitions: %s, keys used: %s",
        defined,
        used);
    DynamoDbException.refuseValue(
        used.size() < defined.size(),
        "Number of attributes in KeySchema does not exactly match number of attributes"
            + " defined in AttributeDefinitions");
  }

  /** A stream specification in itself. */
  static void requireStream(Map<?, ?> stream) {
    boolean on = Members.flag(stream, "StreamEnabled");
    DynamoDbException.refuseValue(
        on != stream.containsKey("StreamViewType"),
        on
            ? "StreamViewType is required when StreamEnabled is true"
            : "StreamViewType cannot be specified when StreamEnabled is false");
  }
}
