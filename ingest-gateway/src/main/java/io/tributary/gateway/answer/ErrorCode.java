package io.tributary.gateway.answer;

/** Codes of error answers, each with its HTTP status and cause. Clients rely on the names. */
public enum ErrorCode {
  MISSING_FIELD(400, "A required field is absent or null."),
  INVALID_FORMAT(400, "A field, header or the body has the wrong form."),
  INVALID_VALUE(400, "A field has the right form, but a value that is not allowed."),
  BATCH_SIZE_EXCEEDED(400, "A batch has more than 100 readings."),
  MISSING_API_KEY(401, "The request has no X-API-Key header."),
  INVALID_API_KEY(401, "The API key does not exist."),
  KEY_REVOKED(401, "The API key has been revoked."),
  MISSING_TOKEN(401, "The request has no Authorization header."),
  INVALID_TOKEN(401, "The bearer token is not valid."),
  UNAUTHORIZED(401, "The scheme is not Bearer, or a webhook's secret is wrong (Telegram, Whapi)."),
  FORBIDDEN(403, "The credential has no grant here, or a webhook's signature is wrong."),
  PROJECT_INACTIVE(403, "The project of an outreach request is not active."),
  SENDER_NOT_ALLOWED(403, "channel_config of an outreach request names another company's sender."),
  CHANNEL_NOT_ALLOWED(403, "allowed_channels of an outreach request lacks its channel_method."),
  NOT_FOUND(404, "No such path, or no such channel account."),
  API_KEY_NOT_FOUND(404, "No API key has this key_id."),
  DEVICE_NOT_FOUND(404, "No device with this hardware_id has registered."),
  TENANT_NOT_FOUND(404, "No tenant has this tenant_id."),
  USER_NOT_FOUND(404, "The tenant has no user with this user_id."),
  CHANNEL_NOT_FOUND(404, "The tenant has not claimed this channel."),
  METHOD_NOT_ALLOWED(405, "The path does not take this method; Allow lists its methods."),
  API_KEY_EXISTS(409, "The Idempotency-Key has made an API key, which the message names."),
  CHANNEL_CLAIMED(409, "Another tenant has claimed this channel."),
  LIMIT_EXCEEDED(409, "The tenant has over 10,000 users and channels; delete some first."),
  PAYLOAD_TOO_LARGE(413, "The body, or a part of it, is over its limit."),
  UNSUPPORTED_ENCODING(415, "The body is compressed; send it without Content-Encoding."),
  IDEMPOTENCY_KEY_REUSED(422, "The Idempotency-Key came with another request before."),
  INTERNAL_ERROR(500, "A bug; the gateway's log has the request_id."),
  UNAVAILABLE(503, "Overload, Kafka away, or a command without a decision in time.");

  private final int status;
  private final String cause;

  ErrorCode(int status, String cause) {
    this.status = status;
    this.cause = cause;
  }

  public int status() {
    return status;
  }

  /** A sentence for senders. */
  public String cause() {
    return cause;
  }

  /** True if the same request may succeed later; all others fail again. */
  public boolean isTransient() {
    return status >= 500;
  }
}
