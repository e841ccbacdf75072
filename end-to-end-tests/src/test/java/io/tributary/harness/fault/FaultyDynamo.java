package io.tributary.harness.fault;

import io.tributary.harness.pipeline.Endpoints;
import io.tributary.harness.process.Tally;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Stands in front of a DynamoDB endpoint and lets happen what an emulator never does: to single
 * writes by a plan, or to everything while it is {@link #hang hanging} or {@link #refuse refusing};
 * or lets writes be {@link #hold under way} for as long as a test likes. The sequence of chances is
 * the seed's; which request meets which is not. To begin with it only hands on.
 */
public final class FaultyDynamo implements AutoCloseable {

  private static final String LOOPBACK = "127.0.0.1";
  private static final int CONNECTIONS = 64;

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setUseDaemonThread(true));
  private final HttpClient client =
      vertx.createHttpClient(new PoolOptions().setHttp1MaxSize(CONNECTIONS));
  private final Tally<Fault> faults = new Tally<>(Fault.class);
  private final Map<String, LongAdder> struck = new ConcurrentHashMap<>();
  private final Tally<Passed> passed = new Tally<>(Passed.class);
  private final Queue<Visit> held = new ConcurrentLinkedQueue<>();
  private final Random random;
  private final int port;
  private HttpServer server;
  private volatile FaultPlan plan = FaultPlan.none();
  private boolean refusing;
  private volatile boolean hanging;
  private final Map<String, Integer> seen = new ConcurrentHashMap<>();
  private volatile Set<String> holding = Set.of();
  private volatile int passBefore;
  private volatile int holdAtMost;
  private volatile @Nullable URI target;
  private volatile @Nullable Witness witness;

  /** Listens on a free port; {@link #inFrontOf} says for whom. */
  public FaultyDynamo(Seed seed) {
    random = seed.random();
    server = listen(0);
    port = server.actualPort();
  }

  /** The same endpoints, but DynamoDB's is this one, which hands on to that one. */
  public Endpoints inFrontOf(Endpoints endpoints) {
    target = URI.create(endpoints.dynamodb());
    return new Endpoints(endpoints.kafka(), "http://" + LOOPBACK + ":" + port);
  }

  /** Sees every request that has come whole. */
  @FunctionalInterface
  public interface Witness {

    /**
     * A request.
     *
     * @param authorization its signature, which names the access key
     * @param target such as {@code DynamoDB_20120810.PutItem}
     * @param body JSON
     */
    void see(String authorization, String target, String body);
  }

  /** From now on that one sees what comes. */
  public void show(Witness to) {
    witness = to;
  }

  /** From now on faults happen by that plan; {@link FaultPlan#none} ends them. */
  public void follow(FaultPlan next) {
    plan = next;
  }

  /** From now on connections are taken and nothing is answered, nor handed on. */
  public void hang() {
    hanging = true;
  }

  /** From now on connections are refused; those there are end. */
  public void refuse() {
    server.close().await();
    refusing = true;
  }

  /** Ends {@link #hang} and {@link #refuse}; what was left hanging stays so. */
  public void recover() {
    hanging = false;
    if (refusing) {
      server = listen(port);
      refusing = false;
    }
  }

  /**
   * From now on some writes of each kind are under way: they have come, and DynamoDB does not see
   * them.
   *
   * @param kinds texts that they have in their bodies; writes with none of them pass
   * @param after how many of each kind pass before
   * @param atMost how many of each kind are held; the next ones pass again
   */
  public void hold(Set<String> kinds, int after, int atMost) {
    seen.clear();
    passBefore = after;
    holdAtMost = atMost;
    holding = kinds;
  }

  /** Counts the writes of that kind that are under way. */
  public int held(String kind) {
    return Math.min(holdAtMost, seen.getOrDefault(kind, 0) - passBefore);
  }

  /** From now on writes pass again; those that are under way stay so. */
  public void holdNoMore() {
    holding = Set.of();
  }

  /** Lets those arrive that are under way. */
  public void release() {
    vertx.runOnContext(
        any -> {
          for (Visit late = held.poll(); late != null; late = held.poll()) {
            late.passLate();
          }
        });
  }

  /** What really happened, by kind. */
  public Tally<Fault> faults() {
    return faults;
  }

  /** How many calls of an operation, such as {@code DeleteItem}, something befell. */
  public long struck(String operation) {
    return struck.getOrDefault(operation, new LongAdder()).sum();
  }

  /** What went through. */
  public Tally<Passed> passed() {
    return passed;
  }

  @Override
  public void close() {
    vertx.close().await();
  }

  private HttpServer listen(int wanted) {
    return vertx.createHttpServer().requestHandler(this::receive).listen(wanted, LOOPBACK).await();
  }

  private void receive(HttpServerRequest request) {
    if (hanging) {
      passed.add(Passed.LEFT_HANGING);
      return;
    }
    MultiMap headers = request.headers();
    request.body().onSuccess(body -> handle(request, headers, body));
  }

  private void handle(HttpServerRequest request, MultiMap headers, Buffer body) {
    String operation = headers.get("x-amz-target");
    Witness seeing = witness;
    if (seeing != null) {
      String signature = headers.get("Authorization");
      seeing.see(
          signature == null ? "" : signature, operation == null ? "" : operation, body.toString());
    }
    Call call = Call.of(operation == null ? "" : operation, body.toString());
    Visit visit =
        new Visit(vertx, request, call, () -> handOn(request, headers, body), faults, passed);
    if (!call.isWrite()) {
      visit.pass();
      return;
    }
    if (isHeld(call)) {
      held.add(visit);
      return;
    }
    double which = random.nextDouble();
    double where = random.nextDouble();
    plan.pick(call, which)
        .ifPresentOrElse(
            fault -> {
              struck.computeIfAbsent(call.operation(), any -> new LongAdder()).increment();
              visit.suffer(fault, where);
            },
            visit::pass);
  }

  /** Only the one event loop asks. */
  private boolean isHeld(Call call) {
    return holding.stream()
        .filter(call.body()::contains)
        .findFirst()
        .map(kind -> seen.merge(kind, 1, Integer::sum) - passBefore)
        .filter(number -> number > 0 && number <= holdAtMost)
        .isPresent();
  }

  private Future<ServiceAnswer> handOn(HttpServerRequest request, MultiMap headers, Buffer body) {
    URI service = Objects.requireNonNull(target);
    RequestOptions options =
        new RequestOptions()
            .setMethod(request.method())
            .setHost(service.getHost())
            .setPort(service.getPort())
            .setURI(request.uri())
            .setHeaders(headers);
    return client
        .request(options)
        .compose(onward -> onward.send(body))
        .compose(
            answer ->
                answer
                    .body()
                    .map(text -> new ServiceAnswer(answer.statusCode(), answer.headers(), text)));
  }
}
