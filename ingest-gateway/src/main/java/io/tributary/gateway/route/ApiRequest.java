package io.tributary.gateway.route;

import io.tributary.channels.signature.SignedRequest;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.auth.Principal;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.key.KeyPart;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * An authenticated request with its body.
 *
 * @param id names the request in answers, logs and records
 * @param target path and query as received, for signatures over URLs
 * @param path decoded variables of the path
 * @param query first decoded value of each parameter
 * @param headers first value of a header by its name in any case
 * @param body never changed
 * @param lease the request's share of the byte budget; must grow with all that waits for the
 *     request
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes are read once and requests never compared
public record ApiRequest(
    String id,
    Principal caller,
    String target,
    Map<String, String> path,
    Map<String, String> query,
    Function<String, Optional<String>> headers,
    Optional<String> idempotencyKey,
    byte[] body,
    TraceContext trace,
    Deadline deadline,
    ByteBudget.Lease lease,
    Connection connection)
    implements SignedRequest {

  /** A request's connection; executes tasks on its thread. */
  public interface Connection extends Executor {

    /** False once answered or disconnected; call on the connection's thread. */
    boolean isWaiting();
  }

  private static final Problem BAD_KEY =
      Problem.at(ErrorCode.INVALID_FORMAT, "Idempotency-Key", KeyPart.IDEMPOTENCY_KEY.rule());

  /** A refusal if the Idempotency-Key is malformed. */
  public Optional<Problem> idempotencyKeyRefusal() {
    return idempotencyKey.filter(key -> !KeyPart.IDEMPOTENCY_KEY.accepts(key)).map(key -> BAD_KEY);
  }

  @Override
  public Optional<String> header(String name) {
    return headers.apply(name);
  }

  /** The same request with another caller. */
  public ApiRequest by(Principal sender) {
    return new ApiRequest(
        id,
        sender,
        target,
        path,
        query,
        headers,
        idempotencyKey,
        body,
        trace,
        deadline,
        lease,
        connection);
  }

  /** The same result; later steps run on the connection's thread, not on Kafka's. */
  public <T> CompletableFuture<T> onLoop(CompletableFuture<T> result) {
    return result.isDone() ? result : result.whenCompleteAsync((done, failure) -> {}, connection);
  }
}
