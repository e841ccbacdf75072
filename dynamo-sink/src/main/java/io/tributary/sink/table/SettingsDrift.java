package io.tributary.sink.table;

import io.tributary.schemas.table.TableDefinition;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Differences of TTL and backups, which DescribeTable does not show. */
record SettingsDrift(DynamoDbClient client, List<String> drift, List<String> unverifiable) {

  void compare(String name, TableDefinition wanted) {
    String subject = "table " + name;
    compareTtl(subject, wanted.ttlAttribute(), ttlAttribute(client, name));
    // more recovery than defined is no difference
    if (wanted.pointInTimeRecovery()) {
      requireRecovery(subject, name);
    }
  }

  private void requireRecovery(String subject, String name) {
    try {
      if (!pointInTimeRecovery(client, name)) {
        drift.add(subject + " has point-in-time recovery off");
      }
    } catch (DynamoDbException e) {
      if (!EndpointLimits.unknownOperation(e)) {
        throw e;
      }
      unverifiable.add(subject + ": the endpoint does not show point-in-time recovery");
    }
  }

  /** TTL attribute that is enabled or about to be. */
  static Optional<String> ttlAttribute(DynamoDbClient client, String name) {
    TimeToLiveDescription found =
        client.describeTimeToLive(request -> request.tableName(name)).timeToLiveDescription();
    boolean on =
        found != null
            && (found.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                || found.timeToLiveStatus() == TimeToLiveStatus.ENABLING);
    return on ? Optional.of(found.attributeName()) : Optional.empty();
  }

  static boolean pointInTimeRecovery(DynamoDbClient client, String name) {
    return client
            .describeContinuousBackups(request -> request.tableName(name))
            .continuousBackupsDescription()
            .pointInTimeRecoveryDescription()
            .pointInTimeRecoveryStatus()
        == PointInTimeRecoveryStatus.ENABLED;
  }

  private void compareTtl(String subject, Optional<String> wanted, Optional<String> found) {
    if (!wanted.equals(found)) {
      drift.add(
          subject
              + " has TTL "
              + found.map(attribute -> "by " + attribute).orElse("off")
              + ", the definition says "
              + wanted.map(attribute -> "by " + attribute).orElse("off"));
    }
  }
}
