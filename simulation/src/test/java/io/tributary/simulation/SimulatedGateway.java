package io.tributary.simulation;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tributary.gateway.FamilyRoutes;
import io.tributary.gateway.admission.Admission;
import io.tributary.gateway.admission.ByteBudget;
import io.tributary.gateway.admission.Credentials;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.directory.Directory;
import io.tributary.gateway.directory.Follower;
import io.tributary.gateway.publish.KafkaPublisher;
import io.tributary.gateway.publish.TimelyPublisher;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.Reception;
import io.tributary.gateway.route.Routes;
import io.tributary.gateway.route.TraceContext;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.traffic.Request;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A gateway without its HTTP server: the product's routes, publisher and directories. */
final class SimulatedGateway extends SimulatedProcess {

  private static final Duration REQUEST = Duration.ofSeconds(5);
  private static final long MOST_BYTES = 64L * 1024 * 1024;

  /** A directory asks for the log's end so often while nothing comes. */
  private static final long IDLE_NANOS = Duration.ofMillis(600).toNanos();

  private static final SimpleMeterRegistry METERS = new SimpleMeterRegistry();

  private final Routes routes;
  private final ByteBudget budget = new ByteBudget(MOST_BYTES);
  private final World.Actor publishing;
  private final World.Actor loop;

  /** What is to go on, by the number of its request. */
  private final TreeMap<Long, Runnable> ready = new TreeMap<>();

  private long exchanges;
  private int starting = 1;

  SimulatedGateway(World world, String name, Installation installation, Log log) {
    super(world, name);
    KafkaPublisher publisher =
        new KafkaPublisher(
            () -> log.producer(this),
            TopicNaming.PLAIN,
            installation.families(),
            installation.framing(),
            new KafkaPublisher.Measures(
                METERS.counter("acknowledged"),
                METERS.counter("unconfirmed"),
                METERS.timer("publish")),
            ambient().ticker());
    Directory.Source source =
        new Directory.Source(
            () -> log.reader(this),
            TopicNaming.PLAIN,
            installation.framing(),
            METERS.counter("undecodable"),
            ambient());
    FamilyRoutes families =
        FamilyRoutes.of(
            installation.settings(),
            installation.tokens(),
            installation.accounts(),
            new TimelyPublisher(publisher, ambient()),
            source,
            ambient());
    routes = new Routes(families.routes());
    loop = actor("loop", this::goOn);
    publishing = actor("publisher", () -> publisher.sendNext(Duration.ZERO) ? 0 : IDLE_NANOS);
    actor("start", () -> start(publisher, families));
  }

  private long start(KafkaPublisher publisher, FamilyRoutes families) {
    publisher.open();
    for (Component part : families.parts()) {
      if (part instanceof Follower follower) {
        follow(follower);
      }
    }
    starting--;
    return World.UNTIL_WOKEN;
  }

  private long goOn() {
    if (ready.isEmpty()) {
      return World.UNTIL_WOKEN;
    }
    Long next = new ArrayList<>(ready.keySet()).get(chance().nextInt(ready.size()));
    Runnable step = ready.remove(next);
    if (step != null) {
      step.run();
    }
    return 0;
  }

  private void follow(Follower part) {
    CompletableFuture<Void> begun = part.begin();
    starting++;
    CompletableFuture<Void> unused = begun.thenAccept(done -> starting--);
    wakes(actor(part.toString(), () -> turn(part)));
  }

  private long turn(Follower part) {
    part.turn();
    return IDLE_NANOS;
  }

  /** True once it has read its directories. */
  boolean isServing() {
    return isAlive() && !isPaused() && starting == 0;
  }

  /**
   * Takes a request.
   *
   * @param answers told of the answer, unless the process ends before
   */
  void handle(Request request, Consumer<Reply> answers) {
    new Exchange(request, answers).begin();
  }

  /** One request; the order of its steps is the product's. */
  private final class Exchange {

    private final Request request;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Consumer<Reply> answers;
    private final ByteBudget.Lease lease = budget.open();
    private final Deadline deadline = Deadline.after(REQUEST, ambient().ticker());
    private final long number = exchanges++;
    private boolean ended;

    Exchange(Request request, Consumer<Reply> answers) {
      this.request = request;
      this.answers = answers;
      headers.putAll(request.headers());
    }

    void begin() {
      world()
          .after(
              REQUEST,
              () -> isAlive() && !ended,
              () -> end(Problem.unavailable("the request is not known to be done")));
      Reception reception = Reception.of(routes, request.method(), request.path());
      if (reception instanceof Reception.Refused refused) {
        end(refused.problem());
      } else if (reception instanceof Reception.Arrived arrived) {
        Credentials head = name -> Optional.ofNullable(headers.get(name));
        CompletableFuture<Admission> unused =
            arrived
                .found()
                .route()
                .gate()
                .admit(head)
                .whenComplete(
                    (admission, failure) -> onLoop(() -> admitted(arrived, head, admission)));
      }
    }

    private void onLoop(Runnable step) {
      ready.put(number, step);
      loop.wake(0);
    }

    private void admitted(
        Reception.Arrived arrived, Credentials head, @Nullable Admission admission) {
      if (ended) {
        return;
      }
      Reception judged =
          admission == null
              ? new Reception.Refused("", Problem.of(ErrorCode.INTERNAL_ERROR, "a bug"))
              : arrived.after(admission, head);
      if (judged instanceof Reception.Refused refused) {
        end(refused.problem());
      } else if (judged instanceof Reception.Admitted admitted) {
        read(admitted, head);
      }
    }

    private void read(Reception.Admitted admitted, Credentials head) {
      byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
      if (body.length > admitted.found().route().bodyLimit()) {
        end(Problem.of(ErrorCode.PAYLOAD_TOO_LARGE, "the body is too large"));
        return;
      }
      if (!lease.growTo(body.length)) {
        end(Problem.unavailable("too much is under way"));
        return;
      }
      CompletableFuture<Reply> unused =
          admitted
              .found()
              .route()
              .endpoint()
              .handle(apiRequest(admitted, head, body))
              .whenComplete(
                  (reply, failure) -> {
                    lease.release();
                    onLoop(
                        () ->
                            end(
                                reply == null
                                    ? Problem.of(ErrorCode.INTERNAL_ERROR, String.valueOf(failure))
                                    : reply));
                  });
      publishing.wake(0);
    }

    private ApiRequest apiRequest(Reception.Admitted admitted, Credentials head, byte[] body) {
      return new ApiRequest(
          head.header("x-request-id").orElseGet(() -> ambient().newUuid().toString()),
          admitted.caller(),
          admitted.target().text(),
          admitted.found().variables(),
          admitted.target().query(),
          head,
          head.header("idempotency-key"),
          body,
          new TraceContext(Optional.empty(), Optional.empty()),
          deadline,
          lease);
    }

    private void end(Reply reply) {
      if (!ended && isAlive()) {
        ended = true;
        answers.accept(reply);
      }
    }
  }
}
