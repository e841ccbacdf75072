package io.tributary.gateway.devices.keys;

import io.tributary.avro.devices.ApiKeyUse;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.publish.PublishOutcome;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.Endpoint;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tells the log that a key is in use, at most once for each key in the interval in which uses
 * count. No request waits for it, and none fails with it: an append that fails leaves it to a later
 * use. What it remembers is at most one number for each key of the directory.
 */
public final class ApiKeyUses {

  private static final long INTERVAL_MS = DevicesTopics.ACTIVITY_INTERVAL.toMillis();

  private final ApiKeyDirectory keys;
  private final RecordPublisher publisher;
  private final FactStamp stamp;
  private final Ambient ambient;
  private final Map<String, Long> told = new ConcurrentHashMap<>();

  public ApiKeyUses(
      ApiKeyDirectory keys, RecordPublisher publisher, FactStamp stamp, Ambient ambient) {
    this.keys = keys;
    this.publisher = publisher;
    this.stamp = stamp;
    this.ambient = ambient;
  }

  /** An endpoint that counts each request as a use of its key. */
  public Endpoint counting(Endpoint endpoint) {
    return request -> {
      var reply = endpoint.handle(request);
      used(request);
      return reply;
    };
  }

  private void used(ApiRequest request) {
    String keyId = request.caller().name();
    Long before = told.get(keyId);
    long now = ambient.nowMillis();
    if (!isDue(before, now) || !isDue(countedAt(keyId), now)) {
      return;
    }
    FactEnvelope envelope = stamp.envelope(request);
    long acceptedAt = envelope.getAcceptedAtMs();
    // Of requests at the same time one tells; it gives way to others only when it fails
    if (claim(keyId, before, acceptedAt)) {
      ApiKeyUse use = new ApiKeyUse(envelope, keyId);
      CompletableFuture<?> unused =
          publisher
              .publish(
                  List.of(stamp.record(DevicesTopics.API_KEY_USES, keyId, use, envelope, request)),
                  request.deadline())
              .thenAccept(outcome -> settle(keyId, acceptedAt, outcome));
    }
  }

  private static boolean isDue(@Nullable Long last, long now) {
    return last == null || now - last >= INTERVAL_MS;
  }

  /** Epoch milliseconds of the last known use. */
  private @Nullable Long countedAt(String keyId) {
    return keys.find(keyId).map(key -> key.getLastUsedAtMs()).orElse(null);
  }

  private boolean claim(String keyId, @Nullable Long before, long acceptedAt) {
    return before == null
        ? told.putIfAbsent(keyId, acceptedAt) == null
        : told.replace(keyId, before, acceptedAt);
  }

  private void settle(String keyId, long acceptedAt, PublishOutcome outcome) {
    if (outcome instanceof PublishOutcome.Unconfirmed) {
      told.remove(keyId, acceptedAt);
    }
  }
}
