package io.tributary.gateway.devices.keys;

import io.tributary.avro.devices.ApiKeyUse;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.kafka.PublishResult;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reports uses of API keys to the log, at most one for each key and interval. No request waits for
 * it or fails with it; a failed append leaves the report to a later use.
 */
public final class ApiKeyUsageReporter {

  private static final long INTERVAL_MS = DevicesTopics.ACTIVITY_INTERVAL.toMillis();

  private final ApiKeyDirectory keys;
  private final FactWriter facts;
  private final Map<String, Long> reported = new ConcurrentHashMap<>();

  public ApiKeyUsageReporter(ApiKeyDirectory keys, FactWriter facts) {
    this.keys = keys;
    this.facts = facts;
  }

  /** The same route, counting each request as a use of its key. */
  public HttpRoute counted(HttpRoute route) {
    return route.handledBy(
        request -> {
          var reply = route.endpoint().handle(request);
          used(request);
          return reply;
        });
  }

  private void used(ApiRequest request) {
    String keyId = request.caller().name();
    Long before = reported.get(keyId);
    long now = facts.runtime().nowMillis();
    if (!isDue(before, now) || !isDue(countedAt(keyId), now)) {
      return;
    }
    FactEnvelope envelope = facts.envelope(request);
    long acceptedAt = envelope.getAcceptedAtMs();
    // One of simultaneous requests reports; after its failure another may
    if (claim(keyId, before, acceptedAt)) {
      ApiKeyUse use = new ApiKeyUse(envelope, keyId);
      CompletableFuture<?> unused =
          facts
              .publisher()
              .publish(
                  List.of(facts.record(request, DevicesTopics.API_KEY_USES, keyId, envelope, use)),
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
        ? reported.putIfAbsent(keyId, acceptedAt) == null
        : reported.replace(keyId, before, acceptedAt);
  }

  private void settle(String keyId, long acceptedAt, PublishResult outcome) {
    if (outcome instanceof PublishResult.Unconfirmed) {
      reported.remove(keyId, acceptedAt);
    }
  }
}
