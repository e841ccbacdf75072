package io.tributary.gateway.answer;

/** Codes of error answers, each with its HTTP status. Clients rely on the names. */
public enum ErrorCode {
  MISSING_FIELD(400),
  INVALID_FORMAT(400),
  INVALID_VALUE(400),
  BATCH_SIZE_EXCEEDED(400),
  MISSING_API_KEY(401),
  INVALID_API_KEY(401),
  KEY_REVOKED(401),
  MISSING_TOKEN(401),
  INVALID_TOKEN(401),
  UNAUTHORIZED(401),
  FORBIDDEN(403),
  PROJECT_INACTIVE(403),
  CHANNEL_NOT_ALLOWED(403),
  NOT_FOUND(404),
  API_KEY_NOT_FOUND(404),
  DEVICE_NOT_FOUND(404),
  TENANT_NOT_FOUND(404),
  USER_NOT_FOUND(404),
  CHANNEL_NOT_FOUND(404),
  METHOD_NOT_ALLOWED(405),
  CHANNEL_CLAIMED(409),
  LIMIT_EXCEEDED(409),
  PAYLOAD_TOO_LARGE(413),
  IDEMPOTENCY_KEY_REUSED(422),
  INTERNAL_ERROR(500),
  UNAVAILABLE(503);

  private final int status;

  ErrorCode(int status) {
    this.status = status;
  }

  public int status() {
    return status;
  }
}
