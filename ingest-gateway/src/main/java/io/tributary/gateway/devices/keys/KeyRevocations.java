package io.tributary.gateway.devices.keys;

import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyRevocation;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.kafka.PublishResult;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Revokes API keys whose creation may take effect unanswered. While Kafka is away it retries for an
 * hour.
 */
record KeyRevocations(FactWriter facts) {

  private static final Logger log = LoggerFactory.getLogger(KeyRevocations.class);
  private static final Duration LIMIT = Duration.ofHours(1);
  private static final Duration ATTEMPT = Duration.ofSeconds(30);
  private static final long PAUSE_SECONDS = 1;

  void revoke(ApiRequest request, String keyId) {
    log.warn("request {}: API key {} was not answered and is revoked", request.id(), keyId);
    revoke(request, keyId, Deadline.after(LIMIT, facts.runtime().ticker()));
  }

  private void revoke(ApiRequest request, String keyId, Deadline limit) {
    FactEnvelope envelope = facts.envelope(request);
    ApiKeyCommand command = new ApiKeyCommand(envelope, keyId, new ApiKeyRevocation());
    CompletableFuture<?> unused =
        facts
            .publisher()
            .publish(
                List.of(
                    facts.record(
                        request, DevicesTopics.API_KEY_COMMANDS, keyId, envelope, command)),
                limit.atMost(ATTEMPT))
            .thenAccept(
                outcome -> {
                  if (outcome instanceof PublishResult.Unconfirmed && !limit.passed()) {
                    CompletableFuture.delayedExecutor(PAUSE_SECONDS, TimeUnit.SECONDS)
                        .execute(() -> revoke(request, keyId, limit));
                  }
                });
  }
}
