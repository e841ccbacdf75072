package io.tributary.gateway.http;

import io.netty.handler.codec.DecoderException;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.auth.AuthResult;
import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.auth.Principal;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.gateway.route.RequestTarget;
import io.tributary.gateway.route.RouteDecision;
import io.tributary.gateway.route.Routes.Match;
import io.tributary.gateway.route.TraceContext;
import io.vertx.core.Context;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request from head to end: route, authenticator, byte budget, body, endpoint, answer. Runs on
 * the connection's event loop, without locks; work done elsewhere comes back to it.
 */
final class Exchange implements ApiRequest.Connection {

  private static final Logger log = LoggerFactory.getLogger(Exchange.class);
  private static final int FAILURE = 500;
  private static final String IDEMPOTENCY_KEY = "idempotency-key";
  private static final CharSequence TRACE_PARENT = HttpHeaders.createOptimized("traceparent");

  private final HttpServerRequest request;
  private final ConnectionGuard guard;
  private final Context context;
  private final HttpApi api;
  private final BodyOffload large;
  private final String id;
  private final ByteBudget.Lease lease;
  private final long began;
  private final Thread loop = Thread.currentThread();
  private final RequestTimer timer;
  private Phase phase = Phase.ARRIVING;
  private String route = GatewayMetrics.NO_ROUTE;

  private enum Phase {
    /** Head read; authenticator and body are pending. */
    ARRIVING,
    /**
     * Body read, endpoint at work. The budget is released when it is done, even if the deadline
     * answers before.
     */
    WORKING,
    /** Answered, or closed without an answer. */
    ENDED
  }

  private Exchange(
      HttpServerRequest request,
      ConnectionGuard guard,
      Context context,
      HttpApi api,
      BodyOffload large) {
    this.request = request;
    this.guard = guard;
    this.context = context;
    this.api = api;
    this.large = large;
    this.id = RequestId.of(request, api.runtime());
    this.lease = api.budget().open();
    this.began = api.runtime().ticker().nanos();
    this.timer = new RequestTimer(context.owner(), api.runtime().ticker(), this::onDeadline);
    timer.restart(api.limits().request());
  }

  static void begin(
      HttpServerRequest request,
      ConnectionGuard guard,
      Context context,
      HttpApi api,
      BodyOffload large) {
    request.pause();
    Exchange exchange = new Exchange(request, guard, context, api, large);
    request.exceptionHandler(exchange::onBroken);
    request.response().exceptionHandler(exchange::onBroken);
    request.response().closeHandler(closed -> exchange.onLost());
    exchange.routeTo(request.uri());
  }

  private void routeTo(String uri) {
    RouteDecision decision = RouteDecision.of(api.routes(), request.method().name(), uri);
    if (decision instanceof RouteDecision.Matched matched) {
      route = matched.found().path();
      Optional<Problem> ambiguous =
          RequestHead.ambiguity(request, matched.found().route().credentials());
      if (ambiguous.isPresent()) {
        guard.refuse();
        end(ambiguous.get());
        return;
      }
      Duration time = time(matched.found().route());
      if (!time.equals(api.limits().request())) {
        timer.restart(time);
      }
      CompletableFuture<AuthResult> unused =
          matched
              .found()
              .route()
              .authenticator()
              .authenticate(this::header)
              .whenComplete(
                  (result, failure) -> execute(() -> onAuthenticated(matched, result, failure)));
    } else if (decision instanceof RouteDecision.Refused refused) {
      route = refused.path().isEmpty() ? GatewayMetrics.NO_ROUTE : refused.path();
      Optional<Problem> ambiguous = RequestHead.ambiguity(request, List.of());
      ambiguous.ifPresent(problem -> guard.refuse());
      end(ambiguous.orElse(refused.problem()));
    }
  }

  private void onAuthenticated(
      RouteDecision.Matched matched, @Nullable AuthResult result, @Nullable Throwable failure) {
    if (phase != Phase.ARRIVING) {
      return;
    }
    if (result == null) {
      end(bug(failure));
      return;
    }
    RouteDecision judged = matched.authorized(result, this::header);
    if (judged instanceof RouteDecision.Admitted && RequestHead.isEncoded(request)) {
      refuse(RequestHead.ENCODED);
    } else if (judged instanceof RouteDecision.Admitted admitted) {
      read(admitted.found(), admitted.target(), admitted.caller());
    } else if (judged instanceof RouteDecision.Refused refused) {
      refuse(refused.problem());
    }
  }

  private void read(Match.Found found, RequestTarget target, Principal caller) {
    long limit = found.route().bodyLimit();
    Duration more = api.limits().moreTime(limit);
    if (!more.isZero()) {
      timer.restart(timer.deadline().remaining().plus(more));
    }
    new BodyReader(
            request,
            lease,
            limit,
            body -> {
              if (!more.isZero() && phase == Phase.ARRIVING) {
                timer.restart(time(found.route()));
              }
              work(found, apiRequest(found, target, caller, body));
            },
            this::refuse)
        .read();
  }

  private Duration time(HttpRoute of) {
    Duration request = api.limits().request();
    return of.answerWithin().compareTo(request) < 0 ? of.answerWithin() : request;
  }

  private ApiRequest apiRequest(
      Match.Found found, RequestTarget target, Principal caller, byte[] body) {
    TraceContext trace =
        request.headers().contains(TRACE_PARENT)
            ? TraceContext.of(
                request.headers().getAll(TRACE_PARENT), request.headers().getAll("tracestate"))
            : TraceContext.NONE;
    return new ApiRequest(
        id,
        caller,
        target.text(),
        found.variables(),
        target.query(),
        this::header,
        header(IDEMPOTENCY_KEY),
        body,
        trace,
        timer.deadline(),
        lease,
        this);
  }

  private Optional<String> header(String name) {
    return Optional.ofNullable(request.getHeader(name));
  }

  private void work(Match.Found found, ApiRequest admitted) {
    if (phase != Phase.ARRIVING) {
      return;
    }
    phase = Phase.WORKING;
    CompletableFuture<Reply> unused =
        handle(found, admitted)
            .whenComplete(
                (reply, failure) -> {
                  lease.release();
                  execute(() -> end(reply == null ? bug(failure) : reply));
                });
  }

  private CompletableFuture<Reply> handle(Match.Found found, ApiRequest admitted) {
    try {
      return large.handle(found.route().endpoint(), admitted);
    } catch (Throwable e) {
      // Also an Error, such as of too little memory, must give the bytes back
      return CompletableFuture.failedFuture(e);
    }
  }

  private void onDeadline() {
    if (phase == Phase.WORKING || request.isEnded()) {
      refuse(
          Problem.unavailable(
              "the request may or may not be done; a repeat with the same id or"
                  + " Idempotency-Key is safe"));
    } else if (phase == Phase.ARRIVING) {
      // Firmware gives a reading up on any 4xx and keeps it when the connection breaks
      drop();
      request.connection().close();
    }
  }

  /** Ends a request whose connection broke or whose chunks are malformed. */
  private void onBroken(Throwable failure) {
    boolean isMalformed =
        failure instanceof IllegalArgumentException || failure instanceof DecoderException;
    if (phase == Phase.ARRIVING && isMalformed) {
      end(RequestHead.malformed("body", "must come in well-formed chunks"));
    } else {
      onLost();
    }
  }

  private void onLost() {
    if (phase != Phase.ENDED) {
      drop();
    }
  }

  private void drop() {
    finish(GatewayMetrics.DROPPED);
  }

  /** Ends a request that never reached its endpoint, or came back too late. */
  private void refuse(Problem problem) {
    if (problem.status() >= FAILURE && phase != Phase.ENDED) {
      log.warn("request {} to {}: {} {}", id, route, problem.code(), problem.message());
    }
    end(problem);
  }

  private void end(Reply reply) {
    if (phase == Phase.ENDED) {
      return;
    }
    boolean whole = request.isEnded();
    if (reply instanceof Problem problem) {
      api.refused().count(route, problem);
    }
    finish(Integer.toString(reply.status()));
    if (!whole) {
      guard.drain(request, api.limits().linger());
    }
    ReplyWriter.write(request.response(), id, reply);
    if (!whole) {
      guard.flush();
    }
  }

  private void finish(String status) {
    if (phase != Phase.WORKING) {
      lease.release();
    }
    phase = Phase.ENDED;
    timer.cancel();
    api.metrics().request(route, status, api.runtime().ticker().nanos() - began);
  }

  private Problem bug(@Nullable Throwable failure) {
    log.error("request {} to {} failed", id, route, failure);
    return Problem.of(ErrorCode.INTERNAL_ERROR, "something went wrong that should not have");
  }

  @Override
  public boolean isWaiting() {
    return phase != Phase.ENDED;
  }

  @Override
  public void execute(Runnable step) {
    if (Thread.currentThread() != loop) {
      context.runOnContext(ignored -> step.run());
      return;
    }
    try {
      step.run();
    } catch (Throwable e) {
      // A future as the caller would drop it silently
      log.error("request {} to {} failed", id, route, e);
      throw e;
    }
  }
}
