package io.tributary.embedded.dynamodb.wire;

/**
 * JSON that is copied into an answer as it is.
 *
 * @param offset of its first byte
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record RawJson(byte[] bytes, int offset) {}
