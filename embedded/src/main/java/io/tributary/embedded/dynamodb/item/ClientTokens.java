package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Client request tokens of transactions; each is known for ten minutes from its completion. */
public final class ClientTokens {
  private static final long LIFE = Duration.ofMinutes(10).toMillis();

  private final Store store;
  private final InstantSource clock;
  private final Set<String> running = ConcurrentHashMap.newKeySet();

  /** The tokens in a store. */
  public ClientTokens(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * Begins a transaction.
   *
   * @return true if the same request has been done under the token
   * @throws DynamoDbException if it is being done, or another request was
   */
  boolean isDone(String token, Map<String, Object> request) {
    if (!running.add(token)) {
      throw DynamoDbException.service(
          "TransactionInProgressException",
          "The transaction with the given request token is already in progress.");
    }
    byte[] stored = store.get(key(token));
    if (stored == null || clock.millis() - time(stored) > LIFE) {
      return false;
    }
    running.remove(token);
    if (!Arrays.equals(Arrays.copyOfRange(stored, 8, stored.length), digest(request))) {
      throw DynamoDbException.service(
          "IdempotentParameterMismatchException",
          "The request uses the same client token as a previous, but non-identical request. Do not"
              + " reuse a client token with different requests, unless the requests are identical");
    }
    return true;
  }

  /** Makes the token part of the transaction. */
  void complete(Batch batch, String token, Map<String, Object> request) {
    byte[] digest = digest(request);
    batch.put(
        key(token),
        ByteBuffer.allocate(8 + digest.length).putLong(clock.millis()).put(digest).array());
  }

  /** Ends a transaction, done or not. */
  void end(String token) {
    running.remove(token);
  }

  /** Forgets tokens that are too old. */
  public void sweep() {
    store.forEach(Range.of(key("")), (key, stored) -> forget(key, stored));
  }

  /** Forgets a token unless a transaction that is under way, or was a moment ago, has it again. */
  private void forget(Key key, byte[] stored) {
    String token = new String(key.bytes(), 1, key.content().length() - 1, StandardCharsets.UTF_8);
    if (clock.millis() - time(stored) > LIFE && running.add(token)) {
      try {
        if (Arrays.equals(stored, store.get(key))) {
          store.write(batch -> batch.delete(key));
        }
      } finally {
        running.remove(token);
      }
    }
  }

  private static Key key(String token) {
    return Key.of(Key.Kind.TOKEN, token);
  }

  private static long time(byte[] stored) {
    return ByteBuffer.wrap(stored).getLong();
  }

  private static byte[] digest(Map<String, Object> request) {
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(Json.write(Map.of("items", request.get("TransactItems"))));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
