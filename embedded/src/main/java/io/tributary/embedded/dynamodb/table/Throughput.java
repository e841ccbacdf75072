package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Billing mode and throughput: kept and told, without effect. */
final class Throughput {
  static final String NONE_ON_DEMAND =
      "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
          + "PAY_PER_REQUEST";

  private static final String PROVISIONED = "ProvisionedThroughput";
  private static final String READ = "ReadCapacityUnits";
  private static final String WRITE = "WriteCapacityUnits";
  private static final String WARM = "WarmThroughput";
  private static final String CEILINGS = "OnDemandThroughput";
  private static final Map<String, Object> WARM_BY_DEFAULT =
      Map.of("ReadUnitsPerSecond", 12_000, "WriteUnitsPerSecond", 4_000, "Status", "ACTIVE");

  private Throughput() {}

  /** Puts them into the record of a new table. */
  static void describe(Map<String, Object> record, Map<String, Object> request, long now) {
    boolean onDemand = "PAY_PER_REQUEST".equals(request.get("BillingMode"));
    requireCeilings(request, onDemand, "table BillingMode is PROVISIONED.");
    merge(record, request);
    if (onDemand) {
      bill(record, "PAY_PER_REQUEST", now);
    }
    keep(record, request, now);
  }

  private static void requireCeilings(Map<?, ?> request, boolean onDemand, String rule) {
    Map<?, ?> ceilings = Members.object(request, CEILINGS);
    for (Object name : ceilings == null || onDemand ? Set.of() : ceilings.keySet()) {
      throw DynamoDbException.invalidValue(
          "%s for OnDemandThroughput cannot be specified when %s", name, rule);
    }
  }

  /** Puts a request's throughput into the record of a table or a global index. */
  static void merge(Map<String, Object> record, Map<?, ?> request) {
    if (request.containsKey(PROVISIONED) || !record.containsKey(PROVISIONED)) {
      record.put(PROVISIONED, provisioned(request));
    }
    record.put(WARM, merged(WARM, Map.of(WARM, WARM_BY_DEFAULT), record, request));
    Map<String, Object> ceilings = merged(CEILINGS, record, request);
    record.put(CEILINGS, ceilings);
    if (ceilings.isEmpty()) {
      record.remove(CEILINGS);
    }
  }

  /** The members that objects of that name have; -1 removes one. */
  private static Map<String, Object> merged(String name, Map<?, ?>... sources) {
    Map<String, Object> merged = new LinkedHashMap<>();
    for (Map<?, ?> source : sources) {
      Map<?, ?> object = Members.object(source, name);
      merged.putAll(object == null ? Map.of() : Members.copy(object));
    }
    merged.values().removeIf(BigDecimal.ONE.negate()::equals);
    return merged;
  }

  private static void keep(Map<String, Object> record, Map<String, Object> request, long now) {
    Object tableClass = request.get("TableClass");
    if (tableClass != null) {
      record.put(
          "TableClassSummary",
          Map.of("TableClass", tableClass, "LastUpdateDateTime", now / 1000.0));
    }
    Map<?, ?> encryption = Members.object(request, "SSESpecification");
    if (encryption != null) {
      record.remove("SSEDescription");
    }
    if (encryption != null && Members.flag(encryption, "Enabled")) {
      String key = "arn:aws:kms:us-east-1:000000000000:key/aws-dynamodb";
      record.put(
          "SSEDescription",
          Members.of(
              "Status", "ENABLED",
              "SSEType", "KMS",
              "KMSMasterKeyArn", Members.text(encryption, "KMSMasterKeyId", key)));
    }
  }

  private static void bill(Map<String, Object> record, String mode, long now) {
    String time = "LastUpdateToPayPerRequestDateTime";
    record.put("BillingModeSummary", Map.of("BillingMode", mode, time, now / 1000.0));
    record.put(
        "TableThroughputModeSummary", Map.of("TableThroughputMode", mode, time, now / 1000.0));
  }

  /** As it is told of a table or an index; zero on demand. */
  private static Map<String, Object> provisioned(Map<?, ?> request) {
    Map<?, ?> given = Members.object(request, PROVISIONED);
    int reads = given == null ? 0 : Members.number(given, READ, 0);
    int writes = given == null ? 0 : Members.number(given, WRITE, 0);
    return Map.of("NumberOfDecreasesToday", 0, READ, reads, WRITE, writes);
  }

  /** The table with the changes of UpdateTable. */
  static Table change(Table table, Map<String, Object> request, long now) {
    String mode = Members.text(request, "BillingMode", table.isOnDemand() ? "PAY_PER_REQUEST" : "");
    boolean onDemand = mode.equals("PAY_PER_REQUEST");
    boolean given = request.containsKey(PROVISIONED);
    DynamoDbException.refuseValue(onDemand && given, NONE_ON_DEMAND);
    DynamoDbException.refuseValue(
        !given && table.isOnDemand() && !onDemand,
        "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
    requireCeilings(request, onDemand, "the table BillingMode is PROVISIONED");
    Map<String, Object> record = new LinkedHashMap<>(table.record());
    if (given) {
      requireOther(table, request);
    }
    if (onDemand != table.isOnDemand()) {
      record.remove(PROVISIONED);
      record.remove(CEILINGS);
      bill(record, mode, now);
    }
    merge(record, request);
    keep(record, request, now);
    return new Table(record);
  }

  private static void requireOther(Table table, Map<String, Object> request) {
    Map<String, Object> wanted = provisioned(request);
    Map<String, Object> present = provisioned(table.record());
    DynamoDbException.refuse(
        wanted.equals(present) && !request.containsKey("GlobalSecondaryIndexUpdates"),
        "The provisioned throughput for the table will not change. The requested "
            + "value equals the current value. Current ReadCapacityUnits provisioned for "
            + "the table: %s. Requested ReadCapacityUnits: %s. Current "
            + "WriteCapacityUnits provisioned for the table: %s. Requested "
            + "WriteCapacityUnits: %s.",
        present.get(READ),
        wanted.get(READ),
        present.get(WRITE),
        wanted.get(WRITE));
  }
}
