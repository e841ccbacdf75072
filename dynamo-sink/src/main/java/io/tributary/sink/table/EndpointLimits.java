package io.tributary.sink.table;

import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Errors of endpoints without an operation. */
final class EndpointLimits {

  private static final String UNKNOWN_OPERATION = "UnknownOperationException";
  private static final String BACKUPS_NOT_READY = "ContinuousBackupsUnavailableException";

  private EndpointLimits() {}

  /** True when the endpoint has no such operation: a server for one machine may lack backups. */
  static boolean unknownOperation(AwsServiceException e) {
    return hasCode(e, UNKNOWN_OPERATION);
  }

  /** True while DynamoDB still sets up the backups of a new table. */
  static boolean backupsNotReady(AwsServiceException e) {
    return hasCode(e, BACKUPS_NOT_READY);
  }

  private static boolean hasCode(AwsServiceException e, String code) {
    return e.awsErrorDetails() != null && code.equals(e.awsErrorDetails().errorCode());
  }
}
