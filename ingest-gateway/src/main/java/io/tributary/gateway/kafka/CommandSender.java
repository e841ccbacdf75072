package io.tributary.gateway.kafka;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.topic.Topic;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecordBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a topic's commands for requests, and makes replies.
 *
 * @param visibility tells when a change shows
 * @param refusals replies to rejections, found by code
 */
public record CommandSender<K, C extends SpecificRecordBase>(
    CommandGateway gateway, Topic<K, C> topic, Visibility visibility, List<Problem> refusals) {

  private static final Logger log = LoggerFactory.getLogger(CommandSender.class);

  /** Sends a command; {@code applied} makes the reply, given the id of a created thing. */
  public CompletableFuture<Reply> send(
      ApiRequest request,
      K subject,
      Function<FactEnvelope, C> command,
      BiFunction<FactEnvelope, Optional<String>, Reply> applied) {
    FactEnvelope envelope = gateway.facts().envelope(request);
    String id = request.id();
    return request
        .onLoop(
            gateway.execute(
                envelope.getFactId(),
                gateway.facts().record(request, topic, subject, envelope, command.apply(envelope)),
                visibility,
                request.deadline()))
        .thenApply(
            result ->
                result instanceof CommandResult.Applied done
                    ? applied.apply(envelope, done.made())
                    : notApplied(id, result));
  }

  /** The same sender with another visibility. */
  public CommandSender<K, C> showing(Visibility other) {
    return new CommandSender<>(gateway, topic, other, refusals);
  }

  private Reply notApplied(String id, CommandResult result) {
    Optional<Problem> refusal =
        result instanceof CommandResult.Rejected rejected
            ? refusals.stream()
                .filter(problem -> problem.code().name().equals(rejected.code()))
                .findFirst()
            : Optional.empty();
    return refusal.isPresent() ? refusal.get() : undecided(id, result);
  }

  private static Reply undecided(String id, CommandResult result) {
    log.warn("request {}: {}", id, result);
    return Problem.unavailable("the change is not known to be made; it may still be");
  }
}
