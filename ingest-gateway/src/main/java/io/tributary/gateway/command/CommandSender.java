package io.tributary.gateway.command;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.topic.Topic;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecordBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the commands of one topic for requests, and makes replies of what becomes of them.
 *
 * @param visibility when the change of a subject shows
 * @param subjectRule what a subject must be; nothing is sent about one that cannot be there
 * @param unknownSubject the reply about it, and the single writer's code when it knows none
 */
public record CommandSender<C extends SpecificRecordBase>(
    CommandGateway gateway,
    FactStamp stamp,
    Topic<String, C> topic,
    Visibility visibility,
    KeyPart subjectRule,
    Problem unknownSubject) {

  private static final Logger log = LoggerFactory.getLogger(CommandSender.class);

  /**
   * Sends a command.
   *
   * @param subject the contested key
   * @param command makes the command
   * @param applied makes the reply once the change is in force
   */
  public CompletableFuture<Reply> send(
      ApiRequest request,
      String subject,
      Function<FactEnvelope, C> command,
      Function<FactEnvelope, Reply> applied) {
    if (!subjectRule.accepts(subject)) {
      return CompletableFuture.completedFuture(unknownSubject);
    }
    FactEnvelope envelope = stamp.envelope(request);
    return gateway
        .execute(
            envelope.getFactId(),
            stamp.record(topic, subject, command.apply(envelope), envelope, request),
            visibility,
            request.deadline())
        .thenApply(
            result ->
                result instanceof CommandResult.Applied
                    ? applied.apply(envelope)
                    : notApplied(request, result));
  }

  private Reply notApplied(ApiRequest request, CommandResult result) {
    if (result instanceof CommandResult.Rejected rejected
        && rejected.code().equals(unknownSubject.code().name())) {
      return unknownSubject;
    }
    log.warn("request {}: {}", request.id(), result);
    return Problem.unavailable("the change is not known to be made; it may still be");
  }
}
