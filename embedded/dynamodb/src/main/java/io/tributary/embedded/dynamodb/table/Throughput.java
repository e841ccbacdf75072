package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Billing mode and throughput: kept and told, without effect. */
final class Throughput {
  private static final String PROVISIONED = "ProvisionedThroughput";
  private static final String BILLING = "BillingModeSummary";
  private static final List<String> KEPT =
      List.of("OnDemandThroughput", "WarmThroughput", "TableClass", "SSESpecification");

  private Throughput() {}

  /** Puts them into the record of a new table. */
  static void describe(Map<String, Object> record, Map<String, Object> request, long now) {
    record.put(PROVISIONED, provisioned(request));
    record.put("WarmThroughput", warm());
    if ("PAY_PER_REQUEST".equals(request.get("BillingMode"))) {
      record.put(BILLING, billing("PAY_PER_REQUEST", now));
      record.put("TableThroughputModeSummary", mode("PAY_PER_REQUEST", now));
    }
    keep(record, request, now);
  }

  private static void keep(Map<String, Object> record, Map<String, Object> request, long now) {
    for (String member : KEPT) {
      Object value = request.get(member);
      if (value == null) {
        continue;
      }
      switch (member) {
        case "TableClass" ->
            record.put(
                "TableClassSummary",
                Map.of("TableClass", value, "LastUpdateDateTime", now / 1000.0));
        case "SSESpecification" -> encrypt(record, (Map<?, ?>) value);
        default -> record.put(member, value);
      }
    }
  }

  private static void encrypt(Map<String, Object> record, Map<?, ?> wanted) {
    record.remove("SSEDescription");
    if (Members.flag(wanted, "Enabled")) {
      record.put(
          "SSEDescription",
          Map.of(
              "Status",
              "ENABLED",
              "SSEType",
              "KMS",
              "KMSMasterKeyArn",
              Members.text(
                  wanted,
                  "KMSMasterKeyId",
                  "arn:aws:kms:us-east-1:000000000000:key/aws-dynamodb")));
    }
  }

  private static Map<String, Object> billing(String mode, long now) {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("BillingMode", mode);
    summary.put("LastUpdateToPayPerRequestDateTime", now / 1000.0);
    return summary;
  }

  private static Map<String, Object> mode(String mode, long now) {
    return Map.of("TableThroughputMode", mode, "LastUpdateToPayPerRequestDateTime", now / 1000.0);
  }

  /** As it is told of a table or an index; zero on demand. */
  static Map<String, Object> provisioned(Map<?, ?> request) {
    Map<?, ?> given = Members.object(request, PROVISIONED);
    Map<String, Object> throughput = new LinkedHashMap<>();
    throughput.put("NumberOfDecreasesToday", 0);
    for (String units : List.of("ReadCapacityUnits", "WriteCapacityUnits")) {
      throughput.put(units, given == null ? 0 : Members.number(given, units, 0));
    }
    return throughput;
  }

  static Map<String, Object> warm() {
    return Map.of("ReadUnitsPerSecond", 12_000, "WriteUnitsPerSecond", 4_000, "Status", "ACTIVE");
  }

  /** The table with the changes of UpdateTable. */
  static Table change(Table table, Map<String, Object> request, long now) {
    String mode = Members.text(request, "BillingMode", table.isOnDemand() ? "PAY_PER_REQUEST" : "");
    boolean onDemand = mode.equals("PAY_PER_REQUEST");
    boolean given = request.containsKey(PROVISIONED);
    DynamoDbException.refuseValue(
        onDemand && given,
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when "
            + "BillingMode is PAY_PER_REQUEST");
    DynamoDbException.refuseValue(
        !given && table.isOnDemand() && !onDemand,
        "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
    Map<String, Object> record = new LinkedHashMap<>(table.record());
    if (given) {
      requireOther(table, request);
      record.put(PROVISIONED, provisioned(request));
    }
    if (onDemand != table.isOnDemand()) {
      record.put(PROVISIONED, provisioned(request));
      record.put(BILLING, billing(mode, now));
      record.put("TableThroughputModeSummary", mode(mode, now));
    }
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
        present.get("ReadCapacityUnits"),
        wanted.get("ReadCapacityUnits"),
        present.get("WriteCapacityUnits"),
        wanted.get("WriteCapacityUnits"));
  }
}
