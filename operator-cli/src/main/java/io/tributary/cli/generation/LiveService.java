package io.tributary.cli.generation;

import io.tributary.cli.process.FailureText;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.health.OpsPages;
import io.tributary.runtime.health.OpsServer;
import io.tributary.runtime.kafka.KafkaClients;
import io.tributary.runtime.kafka.KafkaSettings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Server;
import io.tributary.runtime.metrics.Meters;
import io.tributary.runtime.version.Version;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service in the generation that is live: what works is replaced when another becomes so, and its
 * address, health and metrics go on. One whose settings name a generation stays in that.
 */
public final class LiveService implements Server {

  private static final Logger log = LoggerFactory.getLogger(LiveService.class);
  private static final Duration CLOSING = Duration.ofSeconds(12);
  private static final Duration READING = Duration.ofSeconds(10);
  private static final long LOOK_MILLIS = 500;

  private final ServiceKind kind;
  private final Settings settings;
  private final Ambient ambient;
  private final GenerationLog generations;
  private final Thread follower;
  private final OpsPages pages = new OpsPages(this, this::meters);
  private final Optional<OpsServer> ops;
  private final Meters idle = Meters.withJvm();
  private final Hindrance hindrance;
  private Generation restsFor = Generation.FIRST;
  private Deadline rest;
  private volatile @Nullable Work work;
  private volatile boolean closing;

  private record Work(Generation generation, Meters meters, Component part) {}

  /** A service that is to be started. */
  public LiveService(ServiceKind kind, Settings settings, Ambient ambient) {
    this.kind = kind;
    this.settings = settings;
    this.ambient = ambient;
    this.generations = GenerationLog.open(new KafkaClients(settings), READING);
    this.ops = kind.pages().map(listen -> new OpsServer(settings.get(listen), pages));
    this.hindrance = new Hindrance(ambient.ticker());
    this.rest = Deadline.after(Duration.ZERO, ambient.ticker());
    this.follower = new Thread(this::follow, "generations-" + kind.name());
  }

  @Override
  public void start() throws Exception {
    if (ops.isPresent()) {
      ops.get().start();
    }
    int wanted = settings.get(KafkaSettings.GENERATION);
    Generation now = generations.read();
    if (wanted == 0) {
      converge(now);
      follower.setDaemon(true);
      follower.start();
    } else if (!isTooOldFor(now.orShadow(wanted))) {
      begin(now.orShadow(wanted));
    }
  }

  /** Looks what is live, and comes a step closer to it, again and again. */
  private void follow() {
    while (!closing) {
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        look();
      } catch (InterruptedException | InterruptException e) {
        return;
      }
    }
  }

  private void look() throws InterruptedException {
    Generation newest;
    try {
      newest = generations.read();
    } catch (InterruptException e) {
      throw e;
    } catch (RuntimeException e) {
      hinder("generation_unknown", "cannot read which is live: " + e.getMessage(), Duration.ZERO);
      return;
    }
    try {
      converge(newest);
    } catch (InterruptedException | InterruptException e) {
      throw e;
    } catch (Exception e) {
      log.debug("{} cannot go over", kind.name(), e);
      hinder(
          "generation_changing",
          "cannot start in generation " + newest.number() + ": " + FailureText.of(e),
          kind.patience());
    }
  }

  private void converge(Generation newest) throws Exception {
    Work now = work;
    if (rests(newest)) {
      hinder(
          "generation_changing",
          "stands still while generation " + newest.successor().orElseThrow() + " takes over",
          Duration.ZERO);
      end();
    } else if (isTooOldFor(newest)) {
      end();
    } else if (now == null || (isAnother(newest, now.generation()) && isReadyFor(newest))) {
      begin(newest);
    } else if (!isAnother(newest, now.generation())) {
      hindrance.over();
    }
  }

  private void hinder(String code, String message, Duration tolerance) {
    if (hindrance.is(code, message, tolerance)) {
      log.warn("{}: {}", kind.name(), message);
    }
  }

  /** Whoever processes begins anew after every change, because it goes by marks. */
  private boolean isAnother(Generation newest, Generation own) {
    return kind.processes() ? !newest.equals(own) : newest.number() != own.number();
  }

  private boolean isReadyFor(Generation newest) throws InterruptedException {
    boolean met = kind.condition().isMet(GenerationLog.in(settings, newest), newest);
    if (!met) {
      hinder(
          "generation_changing",
          "waits until generation " + newest.number() + " has decided all that the one before had",
          kind.patience());
    }
    return met;
  }

  /** Until the rest is over that a successor has asked for, from when that was seen here. */
  private boolean rests(Generation newest) {
    if (!kind.processes() || newest.successor().isEmpty()) {
      return false;
    }
    if (!newest.equals(restsFor)) {
      restsFor = newest;
      rest = Deadline.after(GenerationChanges.LEASE, ambient.ticker());
    }
    return !rest.passed();
  }

  private boolean isTooOldFor(Generation newest) {
    Version own = Version.current();
    boolean tooOld = kind.processes() && own.isOlderThan(new Version(newest.release()));
    if (tooOld) {
      hinder(
          "release_outdated",
          String.format(
              "this is release %s, and generation %d was made by release %s: upgrade this service",
              own.number(), newest.number(), newest.release()),
          Duration.ZERO);
    }
    return tooOld;
  }

  /** Starts the next beside what works, if both may, so that nothing stops meanwhile. */
  private void begin(Generation generation) throws Exception {
    Work next = made(generation);
    Work before = kind.processes() ? null : work;
    if (before == null) {
      end();
      work = next;
    }
    try {
      next.part().start();
    } catch (Exception e) {
      work = before;
      closeOrderly(next);
      throw e;
    }
    work = next;
    hindrance.over();
    log.info("{} runs in generation {}", kind.name(), generation.number());
    if (before != null) {
      closeOrderly(before);
    }
  }

  private Work made(Generation generation) {
    Meters meters = Meters.withJvm();
    Settings own = GenerationLog.in(settings, generation);
    return new Work(generation, meters, kind.maker().make(own, generation, meters, pages));
  }

  private void end() throws InterruptedException {
    Work ending = work;
    work = null;
    if (ending != null) {
      closeOrderly(ending);
    }
  }

  private void closeOrderly(Work ending) throws InterruptedException {
    try {
      ending.part().close(Deadline.after(CLOSING, ambient.ticker()));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      log.warn("{}: closing was not orderly", kind.name(), e);
    } finally {
      ending.meters().close();
    }
  }

  private Meters meters() {
    Work now = work;
    return now == null ? idle : now.meters();
  }

  @Override
  public List<HealthReason> check() {
    Work now = work;
    List<HealthReason> own = hindrance.check();
    if (now != null) {
      return Stream.concat(own.stream(), now.part().check().stream()).toList();
    }
    return own.isEmpty()
        ? List.of(new HealthReason("starting", kind.name() + " has not been started"))
        : own;
  }

  @Override
  public HostPort address() {
    if (ops.isPresent()) {
      return ops.get().address();
    }
    Work now = work;
    if (now != null && now.part() instanceof Server server) {
      return server.address();
    }
    throw new IllegalStateException(kind.name() + " has not been started");
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    closing = true;
    follower.interrupt();
    follower.join(Math.max(1, deadline.remaining().toMillis()));
    Work ending = work;
    try {
      if (ending != null) {
        ending.part().close(deadline);
      }
    } finally {
      ops.ifPresent(server -> server.close(deadline));
      if (!follower.isAlive()) {
        generations.close();
      }
    }
  }

  @Override
  public String toString() {
    return kind.name();
  }
}
