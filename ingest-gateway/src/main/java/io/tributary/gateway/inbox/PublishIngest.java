package io.tributary.gateway.inbox;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.InboxPublishCommand;
import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.Publication;
import io.tributary.avro.inbox.Redaction;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.kafka.CommandGateway;
import io.tributary.gateway.kafka.CommandSender;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.kafka.Visibility;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.key.inbox.InboxPublishKey;
import io.tributary.schemas.rule.RecordRule;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.topic.FanOut;
import io.tributary.schemas.topic.InboxTopics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Publishes and redacts messages. A publish under an Idempotency-Key is answered once decided, so
 * that a later redaction comes after it.
 */
final class PublishIngest {

  private static final TextRule TITLE =
      RecordRule.of(MessageDetails.getClassSchema()).text("title");
  private static final int MOST_BODY_BYTES = 256 * 1024;

  private static final Problem KEY_REUSED =
      Problem.of(
          ErrorCode.IDEMPOTENCY_KEY_REUSED,
          "the Idempotency-Key came with another publish within 24 hours");

  private static final Problem TOO_LARGE =
      Problem.of(
          ErrorCode.PAYLOAD_TOO_LARGE,
          "message.title %s, message.body at most %d as DynamoDB counts"
                  .formatted(TITLE.words(), MOST_BODY_BYTES)
              + " them, and title, body as JSON and cta_uri together %d, and times recipients %d"
                  .formatted(FanOut.MAX_MESSAGE_BYTES, FanOut.MAX_BYTES));
  private static final Problem NO_RESULT =
      Problem.unavailable("the publish is decided, but not which message it is");
  private static final Problem UNKNOWN_LIFE =
      Problem.unavailable("the message's time to live is not known right now");
  private static final Problem NO_IDS = Problem.unavailable("this gateway's clock is not set");

  private final FactWriter facts;
  private final CommandSender<InboxPublishKey, InboxPublishCommand> commands;
  private final InboxDirectory settings;
  private final MessageIds ids;

  PublishIngest(FactWriter facts, CommandGateway gateway, InboxDirectory settings) {
    this.facts = facts;
    this.commands =
        new CommandSender<>(
            gateway, InboxTopics.PUBLISH_COMMANDS, Visibility.AT_ONCE, List.of(KEY_REUSED));
    this.settings = settings;
    this.ids = new MessageIds(facts.runtime());
  }

  CompletableFuture<Reply> publish(ApiRequest request, IncomingPublish incoming) {
    Optional<Problem> problem = problem(request, incoming);
    if (problem.isPresent()) {
      return problem.get().completed();
    }
    // A life is stamped for good, so none is taken from settings that may have been replaced
    return request
        .onLoop(settings.current())
        .handle((done, failure) -> failure == null)
        .thenCompose(current -> current ? send(request, incoming) : UNKNOWN_LIFE.completed());
  }

  private CompletableFuture<Reply> send(ApiRequest request, IncomingPublish incoming) {
    return request
        .idempotencyKey()
        .map(key -> command(request, incoming, key))
        .orElseGet(() -> fact(request, incoming));
  }

  CompletableFuture<Reply> redact(ApiRequest request) {
    String id = request.path().getOrDefault(InboxPath.ID, "");
    FactEnvelope envelope = facts.envelope(request);
    return append(
        request,
        fact(request, envelope, id, new Redaction()),
        Answer.accepted(Map.of(InboxPath.ID, id)));
  }

  private Optional<Problem> problem(ApiRequest request, IncomingPublish incoming) {
    if (!TITLE.accepts(incoming.title())
        || incoming.body().bytes() > MOST_BODY_BYTES
        || incoming.bytes() > FanOut.MAX_MESSAGE_BYTES
        || incoming.bytes() * incoming.recipients().orElse(1) > FanOut.MAX_BYTES) {
      return Optional.of(TOO_LARGE);
    }
    return request
        .idempotencyKeyRefusal()
        .or(() -> ids.areThere() ? Optional.empty() : Optional.of(NO_IDS));
  }

  private CompletableFuture<Reply> fact(ApiRequest request, IncomingPublish incoming) {
    FactEnvelope envelope = facts.envelope(request);
    String id = ids.of(envelope.getAcceptedAtMs());
    return append(
        request,
        fact(request, envelope, id, publication(request, envelope, incoming)),
        accepted(id, incoming));
  }

  private CompletableFuture<Reply> command(
      ApiRequest request, IncomingPublish incoming, String key) {
    InboxPath inbox = InboxPath.of(request);
    return commands.send(
        request,
        new InboxPublishKey(inbox.tenantKey(), inbox.inboxKey(), key),
        envelope ->
            new InboxPublishCommand(
                envelope,
                inbox.tenantKey(),
                inbox.inboxKey(),
                key,
                PublishDigest.of(incoming),
                ids.of(envelope.getAcceptedAtMs()),
                publication(request, envelope, incoming)),
        (envelope, made) -> made.map(id -> accepted(id, incoming)).orElse(NO_RESULT));
  }

  private CompletableFuture<Reply> append(ApiRequest request, InboxPublish fact, Reply accepted) {
    InboxPublishKey key =
        new InboxPublishKey(fact.getTenantKey(), fact.getInboxKey(), fact.getId());
    return facts.write(
        request,
        List.of(facts.record(request, InboxTopics.PUBLISHES, key, fact.getEnvelope(), fact)),
        () -> accepted);
  }

  private static InboxPublish fact(
      ApiRequest request, FactEnvelope envelope, String id, Object event) {
    InboxPath inbox = InboxPath.of(request);
    return new InboxPublish(envelope, inbox.tenantKey(), inbox.inboxKey(), id, event);
  }

  private Publication publication(
      ApiRequest request, FactEnvelope envelope, IncomingPublish incoming) {
    long received = TimeUnit.MILLISECONDS.toSeconds(envelope.getAcceptedAtMs());
    return new Publication(
        incoming.audience(),
        incoming.uids(),
        incoming.category().orElse(null),
        received + settings.life(InboxPath.of(request), incoming.category()),
        new MessageDetails(
            incoming.hostSystemId().orElse(null),
            incoming.sender().orElse(envelope.getCaller()),
            incoming.label(),
            incoming.title(),
            incoming.body().text(),
            incoming.ctaUri().orElse(null)));
  }

  private static Reply accepted(String id, IncomingPublish incoming) {
    OptionalInt recipients = incoming.recipients();
    return Answer.accepted(
        new Published(id, recipients.isPresent() ? recipients.getAsInt() : null));
  }

  /** The answer to a publish. */
  private record Published(String id, @Nullable Integer recipients) {}
}
