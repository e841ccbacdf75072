package io.tributary.harness.fault;

import com.sun.net.httpserver.Headers;
import io.tributary.embedded.dynamodb.DynamoDbServer;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.wire.DynamoDbListener;
import io.tributary.embedded.dynamodb.wire.HttpFront.Request;
import io.tributary.harness.pipeline.Endpoints;
import io.tributary.harness.process.Tally;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A DynamoDB with two addresses. At the second one it lets happen to writes what it never does by
 * itself: by a plan, or to everything while it is {@link #hang hanging} or {@link #refuse
 * refusing}; or lets them be {@link #hold under way} for as long as a test likes. The sequence of
 * chances is the seed's; which request meets which is not. To begin with nothing happens.
 */
public final class FaultyDynamo implements AutoCloseable {

  private final DynamoDbServer server;
  private final Tally<Fault> faults = new Tally<>(Fault.class);
  private final Map<String, LongAdder> struck = new ConcurrentHashMap<>();
  private final Tally<Passed> passed = new Tally<>(Passed.class);
  private final Queue<Visit> held = new ConcurrentLinkedQueue<>();
  private final Random random;
  private final int port;
  private DynamoDbListener listener;
  private volatile FaultPlan plan = FaultPlan.none();
  private boolean refusing;
  private volatile boolean hanging;
  private final Map<String, Integer> seen = new ConcurrentHashMap<>();
  private volatile Set<String> holding = Set.of();
  private volatile int passBefore;
  private volatile int holdAtMost;
  private volatile @Nullable Witness witness;

  /** Starts it without tables, on free ports. */
  public FaultyDynamo(Seed seed) {
    random = seed.random();
    try {
      server = DynamoDbServer.start(0, Store.inMemory(), InstantSource.system());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    listener = listen(0);
    port = listener.port();
  }

  /** Settings of those that meet no faults. */
  public Map<String, String> settings() {
    return Map.of("TRIBUTARY_DYNAMODB_ENDPOINT", endpoint(server.port()));
  }

  /** The same endpoints for those that meet the faults. */
  public Endpoints inFrontOf(Endpoints endpoints) {
    return new Endpoints(endpoints.kafka(), endpoint(port), endpoints.tablePrefix());
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
    listener.close();
    refusing = true;
  }

  /** Ends {@link #hang} and {@link #refuse}; what was left hanging stays so. */
  public void recover() {
    hanging = false;
    if (refusing) {
      listener = listen(port);
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
    CompletableFuture<Void> unused =
        CompletableFuture.runAsync(
            () -> {
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
    listener.close();
    server.close();
  }

  private static String endpoint(int port) {
    return "http://127.0.0.1:" + port;
  }

  private static InetSocketAddress address(int port) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  private DynamoDbListener listen(int wanted) {
    try {
      return server.listen(address(wanted), this::handle);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void handle(Request request) {
    if (hanging) {
      passed.add(Passed.LEFT_HANGING);
      return;
    }
    Headers headers = request.exchange().getRequestHeaders();
    String target = Objects.requireNonNullElse(headers.getFirst("x-amz-target"), "");
    String body = new String(request.body(), StandardCharsets.UTF_8);
    Witness seeing = witness;
    if (seeing != null) {
      String signature = headers.getFirst("Authorization");
      seeing.see(signature == null ? "" : signature, target, body);
    }
    Call call = Call.of(target, body);
    Visit visit = new Visit(request, call, faults, passed);
    if (!call.isWrite()) {
      visit.pass();
    } else if (isHeld(call)) {
      held.add(visit);
    } else {
      double where = random.nextDouble();
      plan.pick(call, random.nextDouble())
          .ifPresentOrElse(
              fault -> {
                struck.computeIfAbsent(call.operation(), any -> new LongAdder()).increment();
                visit.suffer(fault, where);
              },
              visit::pass);
    }
  }

  private boolean isHeld(Call call) {
    return holding.stream()
        .filter(call.body()::contains)
        .findFirst()
        .map(kind -> seen.merge(kind, 1, Integer::sum) - passBefore)
        .filter(number -> number > 0 && number <= holdAtMost)
        .isPresent();
  }
}
