package io.tributary.gateway.channel;

import io.tributary.channels.MalformedEvent;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.admission.Caller;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.channel.ChannelAccount.Name;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.Endpoint;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Takes a provider's requests: the bytes are verified before anything reads them, the family has
 * the messages before the provider gets its success.
 *
 * @param messageLimit the most bytes of one message, which a topic must take
 */
record ChannelEndpoint(
    ProviderAdapter adapter,
    ProviderFormat format,
    ChannelDoor door,
    ChannelIntake intake,
    long messageLimit)
    implements Endpoint {

  private static final String CONTENT_TYPE = "content-type";

  @Override
  public CompletableFuture<Reply> handle(ApiRequest request) {
    Optional<ChannelAccount> account = door.account(request.path());
    return account.isEmpty()
        ? CompletableFuture.completedFuture(ChannelDoor.NO_ACCOUNT)
        : adapter
            .verify(account.get(), request)
            .thenCompose(verdict -> answer(verdict, account.get().name(), request));
  }

  private CompletableFuture<Reply> answer(Verdict verdict, Name account, ApiRequest request) {
    if (verdict instanceof Verdict.Verified) {
      door.measures().verified(adapter.provider());
      return take(account, request.by(new Caller(account.toString(), Set.of())));
    }
    return CompletableFuture.completedFuture(refusal(verdict));
  }

  private Problem refusal(Verdict verdict) {
    if (verdict instanceof Verdict.Malformed malformed) {
      door.measures().verified(adapter.provider());
      return malformed(new Problem.Place("body", malformed.rule(), OptionalInt.empty()));
    }
    return verdict instanceof Verdict.Undecided undecided
        ? Problem.unavailable(undecided.reason())
        : door.refuse(((Verdict.Refused) verdict).why());
  }

  private CompletableFuture<Reply> take(Name account, ApiRequest request) {
    String contentType = request.credentials().header(CONTENT_TYPE).orElse("");
    Optional<Reply> early =
        format.bodies().isSaidBy(contentType)
            ? adapter.handshake(request)
            : Optional.of(otherContent());
    return early
        .map(CompletableFuture::completedFuture)
        .orElseGet(() -> deliver(account, request, contentType));
  }

  private Problem otherContent() {
    return malformed(
        new Problem.Place("Content-Type", format.bodies().rule(), OptionalInt.empty()));
  }

  private CompletableFuture<Reply> deliver(Name account, ApiRequest request, String contentType) {
    ProviderBatch batch;
    try {
      batch = format.read(account.account(), contentType, request.body(), messageLimit);
    } catch (MalformedEventException e) {
      return CompletableFuture.completedFuture(
          malformed(new Problem.Place(e.place(), e.rule(), e.index())));
    }
    batch.ignored().forEach(door::ignored);
    door.malformed(batch.malformed().size());
    if (batch.messages().isEmpty() && batch.malformed().isEmpty()) {
      return CompletableFuture.completedFuture(adapter.success());
    }
    return request.lease().growTo(bytes(request.body(), batch))
        ? intake.take(delivery(account, request, batch))
        : CompletableFuture.completedFuture(
            Problem.unavailable("too much is under way; repeat the request in a moment"));
  }

  /** What will wait: the body, and of a batch besides what it is cut into. */
  private static long bytes(byte[] body, ProviderBatch batch) {
    return body.length
        + Stream.concat(
                batch.messages().stream().map(ProviderMessage::raw),
                batch.malformed().stream().map(MalformedEvent::raw))
            .filter(raw -> !isWithin(body, raw))
            .mapToLong(ByteBuffer::remaining)
            .sum();
  }

  @SuppressWarnings("ByteBufferBackingArray") // nothing of the array is read
  private static boolean isWithin(byte[] body, ByteBuffer raw) {
    return raw.hasArray() && raw.array() == body;
  }

  private ChannelDelivery delivery(Name account, ApiRequest request, ProviderBatch batch) {
    return new ChannelDelivery(
        request,
        adapter.provider(),
        account.account(),
        batch.messages().stream().map(message -> named(message, account, request)).toList(),
        batch.malformed(),
        adapter.success());
  }

  private ProviderMessage named(ProviderMessage message, Name account, ApiRequest request) {
    return message.eventId().isPresent()
        ? message
        : new ProviderMessage(
            message.channel(),
            message.conversationId(),
            adapter.eventId(account, request),
            message.senderId(),
            message.senderName(),
            message.channelConversationId(),
            message.threadId(),
            message.text(),
            message.attachments(),
            message.sentAt(),
            message.metadata(),
            message.raw());
  }

  private static Problem malformed(Problem.Place place) {
    return Problem.at(ErrorCode.INVALID_FORMAT, place);
  }
}
