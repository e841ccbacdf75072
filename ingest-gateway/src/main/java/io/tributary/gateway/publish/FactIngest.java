package io.tributary.gateway.publish;

import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.route.ApiRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Appends facts of requests. */
public record FactIngest(RecordPublisher publisher) {

  private static final Logger log = LoggerFactory.getLogger(FactIngest.class);

  /**
   * Appends the facts.
   *
   * @param acknowledged makes the reply once all in-sync replicas have all of them
   */
  public CompletableFuture<Reply> append(
      ApiRequest request,
      List<? extends OutgoingRecord<?, ?>> facts,
      Supplier<CompletableFuture<Reply>> acknowledged) {
    // Not the request, so that its body is free while Kafka has its facts
    String id = request.id();
    return request
        .onLoop(publisher.publish(facts, request.deadline()))
        .thenCompose(
            outcome ->
                outcome instanceof PublishOutcome.Unconfirmed unconfirmed
                    ? unconfirmed(id, unconfirmed)
                    : acknowledged.get());
  }

  private static CompletableFuture<Reply> unconfirmed(
      String id, PublishOutcome.Unconfirmed outcome) {
    log.warn("request {}: not confirmed: {}", id, outcome.reason());
    return CompletableFuture.completedFuture(
        Problem.unavailable(
            "not known to be stored; a repeat with the same id or Idempotency-Key is" + " safe"));
  }
}
