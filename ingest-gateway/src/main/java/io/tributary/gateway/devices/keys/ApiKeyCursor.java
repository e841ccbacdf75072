package io.tributary.gateway.devices.keys;

import io.tributary.avro.devices.ApiKey;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.json.JsonBody;
import io.tributary.gateway.json.RequestObject;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.rule.ValueRule.NumberRule;
import java.util.Base64;
import java.util.Comparator;
import java.util.OptionalInt;

/**
 * A position in the listing of API keys: base64url of {@code {"key_id","created_at"}}, the latter
 * in epoch milliseconds.
 */
record ApiKeyCursor(String keyId, long createdAt) {

  /** Newest first, equal times by key id. */
  static final Comparator<ApiKeyCursor> ORDER =
      Comparator.comparingLong(ApiKeyCursor::createdAt)
          .reversed()
          .thenComparing(ApiKeyCursor::keyId);

  private static final TextRule KEY_ID = TextRule.key(KeyPart.UUID_V4);
  private static final NumberRule CREATED_AT = new NumberRule(0, Long.MAX_VALUE);

  static ApiKeyCursor of(ApiKey key) {
    return new ApiKeyCursor(key.getKeyId(), key.getCreatedAtMs());
  }

  /** Reads a cursor; {@link InvalidInputException} if malformed. */
  static ApiKeyCursor parse(String text) {
    try {
      RequestObject json = JsonBody.parse(Base64.getUrlDecoder().decode(text));
      return new ApiKeyCursor(json.text("key_id", KEY_ID), json.integer("created_at", CREATED_AT));
    } catch (IllegalArgumentException | InvalidInputException e) {
      throw InvalidInputException.of(
          ErrorCode.INVALID_FORMAT,
          "cursor",
          "must be the next_cursor of an answer",
          OptionalInt.empty());
    }
  }

  @Override
  public String toString() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Answer.bytes(this));
  }
}
