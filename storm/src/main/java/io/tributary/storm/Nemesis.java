package io.tributary.storm;

import io.tributary.storm.Services.Role;
import io.tributary.storm.dynamodb.Fault;
import io.tributary.storm.dynamodb.FaultPlan;
import io.tributary.storm.dynamodb.FaultyDynamo;
import io.tributary.storm.network.TcpProxy;
import io.tributary.storm.process.RunningProgram;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Faults, one after another, by chance of a seed: it kills, suspends beyond session and lease
 * time-outs, restarts in turn, scales out and in, takes a broker away and back, cuts and slows
 * connections, and has DynamoDB fail in every way it can. Each fault ends before the next begins.
 */
final class Nemesis {

  private static final Logger log = LoggerFactory.getLogger(Nemesis.class);

  /** Longer than the sessions of the services, which have six seconds. */
  private static final Duration BEYOND_SESSION = Duration.ofSeconds(9);

  private static final Duration ISR_LIMIT = Duration.ofMinutes(3);
  private static final double EACH_BRIEF = 0.02;
  private static final double EACH_LASTING = 0.004;

  private final Brokers brokers;
  private final Services services;
  private final FaultyDynamo dynamo;
  private final History history;
  private final InstantSource clock;
  private final Random random;
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

  Nemesis(Targets targets, History history, InstantSource clock, Random random) {
    this.brokers = targets.brokers();
    this.services = targets.services();
    this.dynamo = targets.dynamo();
    this.history = history;
    this.clock = clock;
    this.random = random;
  }

  /** Parts of the pipeline that faults strike. */
  record Targets(Brokers brokers, Services services, FaultyDynamo dynamo) {}

  /** The kinds of faults. */
  enum Kind {
    SERVICE_KILL,
    SERVICE_STOP,
    ROLLING_RESTART,
    SCALING,
    BROKER_KILL,
    BROKER_STOP,
    BROKER_RESTART,
    CONNECTIONS_CUT,
    CONNECTIONS_REFUSED,
    CONNECTIONS_SLOW,
    DYNAMODB_HANGS,
    DYNAMODB_REFUSES,
    DYNAMODB_FAULTS
  }

  /** Lets faults happen until the time has come. */
  void rage(Instant until) throws InterruptedException {
    while (clock.instant().isBefore(until)) {
      Kind kind = any(List.of(Kind.values()));
      Instant begin = clock.instant();
      String target = strike(kind);
      counts.merge(kind, 1, Integer::sum);
      String text = kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + ' ' + target;
      history.addFault(begin, text);
      log.info("fault over: {}", text);
      pause(500 + random.nextInt(3_000));
    }
    dynamo.follow(FaultPlan.none());
  }

  int count(Kind... kinds) {
    return List.of(kinds).stream().mapToInt(kind -> counts.getOrDefault(kind, 0)).sum();
  }

  int all() {
    return count(Kind.values());
  }

  Map<Kind, Integer> counts() {
    return Map.copyOf(counts);
  }

  private String strike(Kind kind) throws InterruptedException {
    return switch (kind) {
      case SERVICE_KILL -> killService();
      case SERVICE_STOP -> suspendService();
      case ROLLING_RESTART -> restartInTurn();
      case SCALING -> scale();
      case BROKER_KILL, BROKER_STOP, BROKER_RESTART -> takeBroker(kind);
      case CONNECTIONS_CUT, CONNECTIONS_REFUSED, CONNECTIONS_SLOW -> disturb(kind);
      case DYNAMODB_HANGS, DYNAMODB_REFUSES, DYNAMODB_FAULTS -> fail(kind);
    };
  }

  private String killService() throws InterruptedException {
    Role role = anyRole();
    RunningProgram victim = any(services.of(role));
    victim.kill();
    pause(random.nextInt(8_000));
    victim.start();
    services.awaitReady(role, victim);
    return victim.toString();
  }

  private String suspendService() throws InterruptedException {
    RunningProgram victim = any(services.of(anyRole()));
    victim.suspend();
    pause(BEYOND_SESSION.toMillis() + random.nextInt(9_000));
    victim.resume();
    return victim.toString();
  }

  private String restartInTurn() throws InterruptedException {
    Role role = anyRole();
    for (RunningProgram each : services.of(role)) {
      var unused = each.terminate();
      each.start();
      services.awaitReady(role, each);
    }
    return role.name().toLowerCase(Locale.ROOT);
  }

  private String scale() throws InterruptedException {
    Role role = anyRole();
    RunningProgram added = services.add(role);
    pause(3_000 + random.nextInt(5_000));
    var unused = added.terminate();
    services.remove(role, added);
    return added.toString();
  }

  private String takeBroker(Kind kind) throws InterruptedException {
    int index = random.nextInt(brokers.count());
    RunningProgram broker = brokers.broker(index);
    if (kind == Kind.BROKER_STOP) {
      broker.suspend();
      pause(4_000 + random.nextInt(12_000));
      broker.resume();
    } else {
      if (kind == Kind.BROKER_KILL) {
        broker.kill();
      } else {
        var unused = broker.terminate();
      }
      pause(random.nextInt(10_000));
      broker.start();
      brokers.awaitReady(index);
    }
    awaitWhole();
    return broker.toString();
  }

  /** A second broker may only go once the first has caught up, or partitions would stand still. */
  private void awaitWhole() throws InterruptedException {
    Instant limit = clock.instant().plus(ISR_LIMIT);
    while (!brokers.isWhole()) {
      if (clock.instant().isAfter(limit)) {
        throw new IllegalStateException("replicas are not in sync after " + ISR_LIMIT);
      }
      pause(500);
    }
  }

  private String disturb(Kind kind) throws InterruptedException {
    int index = random.nextInt(brokers.count());
    TcpProxy proxy = brokers.proxy(index);
    switch (kind) {
      case CONNECTIONS_CUT -> proxy.cut();
      case CONNECTIONS_REFUSED -> proxy.refuse();
      default -> proxy.slow(Duration.ofMillis(50 + random.nextInt(400)));
    }
    pause(kind == Kind.CONNECTIONS_CUT ? 100 : 2_000 + random.nextInt(10_000));
    proxy.heal();
    return brokers.broker(index).toString();
  }

  private String fail(Kind kind) throws InterruptedException {
    switch (kind) {
      case DYNAMODB_HANGS -> dynamo.hang();
      case DYNAMODB_REFUSES -> dynamo.refuse();
      default -> dynamo.follow(faults());
    }
    pause(2_000 + random.nextInt(12_000));
    dynamo.recover();
    dynamo.follow(FaultPlan.none());
    return "dynamodb";
  }

  private static FaultPlan faults() {
    return FaultPlan.none()
        .with(
            Fault.brief(
                Fault.ACTION_THROTTLED,
                Fault.ACTION_CONFLICT,
                Fault.CONFLICT_BESIDE_DUPLICATE,
                Fault.WRITE_CONFLICT),
            EACH_BRIEF)
        .with(Fault.lasting(), EACH_LASTING);
  }

  private Role anyRole() {
    return any(List.of(Role.values()));
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  private static void pause(long millis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(millis);
  }
}
