package io.tributary.launcher.generation;

import io.tributary.operations.FailureText;
import io.tributary.operations.OperationException;
import io.tributary.operations.generation.Generation;
import io.tributary.operations.generation.GenerationChanges;
import io.tributary.operations.generation.GenerationLog;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.health.OpsPages;
import io.tributary.runtime.health.OpsServer;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.lifecycle.Server;
import io.tributary.runtime.metrics.Meters;
import io.tributary.runtime.version.Version;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service that follows the live generation: its part is replaced, its address, health and metrics
 * stay. With a generation in its settings it stays in that one; processors do so only as long as it
 * follows the live one.
 */
public final class GenerationFollower implements Server {

  private static final Logger log = LoggerFactory.getLogger(GenerationFollower.class);
  private static final Duration READING = Duration.ofSeconds(10);
  private static final long LOOK_MILLIS = 500;
  private static final String CHANGING = "generation_changing";

  /** Age of a change without a promotion behind it; clocks differ by less. */
  private static final Duration ABANDONED = Duration.ofMinutes(10);

  private final ServiceKind kind;
  private final Settings settings;
  private final Ambient ambient;
  private final int pinned;
  private final RunningGeneration works;
  private final Thread follower;
  private final OpsServer ops;
  private final BlockingReason hindrance;
  private volatile @Nullable GenerationLog generations;
  private @Nullable Generation seen;
  private Deadline rest;
  private volatile boolean closing;

  public GenerationFollower(ServiceKind kind, Settings settings, Ambient ambient) {
    this.kind = kind;
    this.settings = settings;
    this.ambient = ambient;
    this.pinned = settings.get(KafkaSettings.GENERATION);
    this.works = new RunningGeneration(kind, settings, ambient, this);
    this.ops = new OpsServer(kind.ops(), new OpsPages(this, this::meters));
    this.hindrance = new BlockingReason(ambient.ticker());
    this.rest = Deadline.after(Duration.ZERO, ambient.ticker());
    this.follower = new Thread(this::follow, "generations-" + kind.name());
  }

  @Override
  public void start() throws Exception {
    ops.start();
    GenerationLog opened = GenerationLog.open(new KafkaClients(settings), READING);
    generations = opened;
    Generation newest = live(opened);
    requireAbove(newest);
    converge(newest);
    if (pinned == 0 || kind.processes()) {
      follower.setDaemon(true);
      follower.start();
    }
  }

  private Generation live(GenerationLog opened) {
    try {
      return opened.read();
    } catch (TimeoutException e) {
      throw OperationException.unavailable(
          "Kafka at %s does not answer (bootstrap.servers): %s"
              .formatted(settings.get(KafkaSettings.BOOTSTRAP_SERVERS), e.getMessage()));
    }
  }

  /** Processors of an old generation would never end. */
  private void requireAbove(Generation live) {
    if (!kind.processes() || pinned == 0 || pinned > live.number()) {
      return;
    }
    throw OperationException.invalid(
        pinned == live.number()
            ? "leave --generation out: processors are in the live one, "
                + pinned
                + ", by themselves"
            : "--generation must be higher than "
                + live.number()
                + ", which is live: nothing is processed in one before it");
  }

  /** Reads the live generation and converges to it. */
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
      newest = requireStarted().read();
    } catch (InterruptException e) {
      throw e;
    } catch (RuntimeException e) {
      hinder(
          "generation_unknown",
          "cannot read which is live: " + e.getMessage(),
          kind.patience().waiting());
      return;
    }
    try {
      converge(newest);
    } catch (InterruptedException | InterruptException e) {
      throw e;
    } catch (Exception e) {
      log.debug("{} cannot go over", kind.name(), e);
      hinder(
          CHANGING,
          "cannot start in generation " + newest.number() + ": " + FailureText.of(e),
          kind.patience().failing());
    }
  }

  private GenerationLog requireStarted() {
    GenerationLog opened = generations;
    if (opened == null) {
      throw new IllegalStateException(kind.name() + " has not been started");
    }
    return opened;
  }

  private void converge(Generation newest) throws Exception {
    Generation wanted = pinned == 0 ? newest : newest.orShadow(pinned);
    Optional<HealthReason> obstacle = obstacle(newest);
    if (obstacle.isPresent()) {
      hinder(obstacle.get(), Duration.ZERO);
      works.end();
    } else if (works.isIn(wanted) ? works.isToBeginAnew() : isReadyFor(wanted)) {
      works.begin(wanted);
      hindrance.over();
    } else if (works.isIn(wanted)) {
      hindrance.over();
    }
  }

  private boolean isReadyFor(Generation wanted) throws InterruptedException {
    boolean met =
        pinned != 0 || kind.condition().isMet(GenerationLog.in(settings, wanted.number()), wanted);
    if (!met) {
      hinder(
          CHANGING,
          "waits until generation " + wanted.number() + " has decided all that the one before had",
          kind.patience().waiting());
    }
    return met;
  }

  private void hinder(String code, String message, Duration tolerance) {
    hinder(new HealthReason(code, message), tolerance);
  }

  private void hinder(HealthReason reason, Duration tolerance) {
    if (hindrance.is(reason, tolerance)) {
      log.warn("{}: {}", kind.name(), reason.message());
    }
  }

  /** Obstacle to processing. */
  private Optional<HealthReason> obstacle(Generation newest) {
    boolean rests = rests(newest);
    if (!kind.processes()) {
      return Optional.empty();
    }
    if (pinned != 0) {
      return Generation.FIRST.orShadow(pinned).isStill(newest)
          ? Optional.empty()
          : Optional.of(overtaken());
    }
    return rests ? newest.successor().map(GenerationFollower::standing) : outdated(newest);
  }

  private HealthReason overtaken() {
    return new HealthReason(
        CHANGING,
        "generation "
            + pinned
            + " takes over, or is live: others do its work, without --generation");
  }

  private static HealthReason standing(int successor) {
    return new HealthReason(CHANGING, "is paused while generation " + successor + " takes over");
  }

  /** True during the pause that a successor asked for. */
  private boolean rests(Generation newest) {
    Generation before = seen;
    seen = newest;
    if (!newest.equals(before)) {
      boolean abandoned =
          before == null && ambient.nowMillis() - newest.changedAt() >= ABANDONED.toMillis();
      rest = Deadline.after(abandoned ? Duration.ZERO : GenerationChanges.LEASE, ambient.ticker());
    }
    return newest.successor().isPresent() && !rest.passed();
  }

  private static Optional<HealthReason> outdated(Generation newest) {
    Version own = Version.current();
    return own.isOlderThan(new Version(newest.release()))
        ? Optional.of(
            new HealthReason(
                "release_outdated",
                String.format(
                    "this is release %s, and generation %d was made by release %s: upgrade this"
                        + " service",
                    own.number(), newest.number(), newest.release())))
        : Optional.empty();
  }

  private Meters meters() {
    return works.meters();
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    if (works.any()) {
      return Stream.concat(hindrance.unreadyReasons().stream(), works.unreadyReasons().stream())
          .toList();
    }
    return List.of(
        hindrance
            .reason()
            .orElseGet(() -> new HealthReason("starting", kind.name() + " has not been started")));
  }

  /** The address; the configured one before the start. */
  @Override
  public HostPort address() {
    return kind.http().map(http -> works.address().orElse(http)).orElseGet(ops::address);
  }

  /** Address of health and metrics. */
  public HostPort ops() {
    return ops.address();
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    closing = true;
    follower.interrupt();
    follower.join(Math.max(1, deadline.remaining().toMillis()));
    GenerationLog opened = generations;
    try {
      works.close(deadline);
    } finally {
      ops.close(deadline);
      if (opened != null && !follower.isAlive()) {
        opened.close();
      }
    }
  }

  @Override
  public String toString() {
    return kind.name();
  }
}
