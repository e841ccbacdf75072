package io.tributary.gateway.channel;

import io.tributary.channels.MalformedEvent;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.definition.ChannelProvider;
import io.tributary.channels.definition.Success;
import io.tributary.channels.signature.Refusal;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.auth.Principal;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.channel.account.ChannelAccount.Name;
import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.channel.verify.ProviderAdapter;
import io.tributary.gateway.channel.verify.VerificationResult;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.Endpoint;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Takes a provider's requests: verifies the raw body before it is parsed, and answers after the
 * family has the messages.
 *
 * @param messageLimit the most bytes of one message
 * @param now epoch milliseconds
 * @param executors parse an account's requests
 */
record ChannelEndpoint(
    ProviderAdapter adapter,
    ChannelProvider provider,
    ChannelGuard guard,
    ChannelIntake intake,
    long messageLimit,
    LongSupplier now,
    Function<Name, Executor> executors)
    implements Endpoint {

  private static final int OK = 200;
  private static final String CONTENT_TYPE = "content-type";

  @Override
  public CompletableFuture<Reply> handle(ApiRequest request) {
    Optional<ChannelAccount> account = guard.account(request.path());
    return account.isEmpty()
        ? ChannelGuard.NO_ACCOUNT.completed()
        : adapter
            .verify(account.get(), request)
            .thenComposeAsync(
                result -> answer(result, account.get(), request),
                executors.apply(account.get().name()));
  }

  private CompletableFuture<Reply> answer(
      VerificationResult result, ChannelAccount account, ApiRequest request) {
    if (request.deadline().passed()) {
      return Problem.overloaded().completed();
    }
    return result instanceof VerificationResult.Verified
        ? take(account, request.by(new Principal(account.name().toString(), Set.of())))
        : refusal(result).completed();
  }

  private Problem refusal(VerificationResult result) {
    if (result instanceof VerificationResult.Malformed malformed) {
      return malformed(new Problem.Place("body", malformed.rule(), OptionalInt.empty()));
    }
    return result instanceof VerificationResult.Undecided undecided
        ? Problem.unavailable(undecided.reason())
        : guard.refuse(((VerificationResult.Refused) result).why());
  }

  private CompletableFuture<Reply> take(ChannelAccount account, ApiRequest request) {
    String contentType = request.header(CONTENT_TYPE).orElse("");
    if (!provider.bodies().matches(contentType)) {
      return otherContent().completed();
    }
    Optional<Reply> handshake = handshake(request);
    handshake.ifPresent(answer -> guard.verified());
    return handshake.map(Reply::completed).orElseGet(() -> deliver(account, request, contentType));
  }

  private Optional<Reply> handshake(ApiRequest request) {
    Optional<String> challenge = provider.challenge(request.body());
    return challenge.filter(String::isEmpty).isPresent()
        ? Optional.of(success())
        : ChannelGuard.echo(challenge);
  }

  private Reply success() {
    Success success = provider.success();
    return new Answer(OK, success.contentType(), success.body());
  }

  private Problem otherContent() {
    return malformed(
        new Problem.Place("Content-Type", provider.bodies().rule(), OptionalInt.empty()));
  }

  private CompletableFuture<Reply> deliver(
      ChannelAccount account, ApiRequest request, String contentType) {
    Name name = account.name();
    ProviderBatch batch;
    try {
      batch = provider.read(name.account(), contentType, request.body(), messageLimit);
    } catch (MalformedEventException e) {
      return malformed(new Problem.Place(e.place(), e.rule(), e.index())).completed();
    }
    Optional<Refusal> refusal = refusal(account, batch);
    if (refusal.isPresent()) {
      return guard.refuse(refusal.get()).completed();
    }
    guard.verified();
    batch.ignored().forEach(guard::ignored);
    guard.malformed(batch.malformed().size());
    if (batch.messages().isEmpty() && batch.malformed().isEmpty() && batch.moves().isEmpty()) {
      return success().completed();
    }
    return request.lease().growTo(bytes(request.body(), batch))
        ? intake.take(delivery(name, request, batch))
        : Problem.overloaded().completed();
  }

  private Optional<Refusal> refusal(ChannelAccount account, ProviderBatch batch) {
    if (!isOfItsChannels(account, batch)) {
      return Optional.of(Refusal.RECIPIENT);
    }
    return provider.isStale(batch, now.getAsLong()) ? Optional.of(Refusal.STALE) : Optional.empty();
  }

  /** True if the account may use every channel of the batch; its own name counts as none. */
  private boolean isOfItsChannels(ChannelAccount account, ProviderBatch batch) {
    ChannelAccounts accounts = guard.accounts().content();
    Stream<ChannelKey> others =
        Stream.concat(
                batch.named().stream(), batch.malformed().stream().map(MalformedEvent::channel))
            .filter(channel -> !channel.id().equals(account.name().account()));
    return Stream.concat(batch.messages().stream().map(ProviderMessage::channel), others)
        .allMatch(channel -> accounts.mayUse(account, channel));
  }

  /** Bytes held while facts are appended: the body, and parts cut from a batch. */
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
        account.provider().label(),
        account.account(),
        batch.messages().stream().map(message -> named(message, account, request)).toList(),
        batch.malformed(),
        batch.moves(),
        success());
  }

  private ProviderMessage named(ProviderMessage message, Name account, ApiRequest request) {
    return message.eventId().isPresent()
        ? message
        : provider.eventId(account.account(), request).map(message::named).orElse(message);
  }

  private Problem malformed(Problem.Place place) {
    guard.verified();
    return Problem.at(ErrorCode.INVALID_FORMAT, place);
  }
}
