package io.tributary.cli.generation;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.kafka.KafkaClients;
import io.tributary.runtime.kafka.KafkaSettings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Server;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service in the generation that is live: closed and started anew, at the same address, when
 * another becomes so. One whose settings name a generation stays in that.
 */
public final class LiveService implements Server {

  private static final Logger log = LoggerFactory.getLogger(LiveService.class);
  private static final Duration CLOSING = Duration.ofSeconds(12);
  private static final long LOOK_MILLIS = 500;

  private final Kind kind;
  private final Settings settings;
  private final Ambient ambient;
  private final GenerationLog generations;
  private final Thread follower;

  /** The generation of what runs. */
  private Generation runs = Generation.FIRST;

  private Generation restsFor = Generation.FIRST;
  private Deadline rest;

  private volatile @Nullable Server running;
  private volatile @Nullable HostPort address;
  private volatile String trouble = "it has not been started";
  private volatile boolean closing;

  /**
   * What is run.
   *
   * @param listen where it listens
   * @param restsForSuccessor true if it must stand still while another generation takes over
   * @param condition what must be so before it leaves a generation for another
   */
  public record Kind(
      String name,
      Setting<HostPort> listen,
      boolean restsForSuccessor,
      Condition condition,
      Maker maker) {}

  /** Whether a service may go over to a generation. */
  @FunctionalInterface
  public interface Condition {

    /** Nothing has to be so. */
    Condition NONE = (settings, generation) -> true;

    /**
     * Asked until it is so.
     *
     * @param settings which name the generation
     */
    boolean isMet(Settings settings, Generation generation) throws InterruptedException;
  }

  /** Makes the service for a generation, without I/O. */
  @FunctionalInterface
  public interface Maker {

    /**
     * The service, still to be started.
     *
     * @param settings which name the generation
     */
    Server make(Settings settings, Generation generation);
  }

  /** A service that is to be started. */
  public LiveService(Kind kind, Settings settings, Ambient ambient) {
    this.kind = kind;
    this.settings = settings;
    this.ambient = ambient;
    this.generations = GenerationLog.open(new KafkaClients(settings));
    this.rest = Deadline.after(Duration.ZERO, ambient.ticker());
    this.follower = new Thread(this::follow, "generations-" + kind.name());
  }

  @Override
  public void start() throws Exception {
    int wanted = settings.get(KafkaSettings.GENERATION);
    Generation now = generations.read();
    if (wanted != 0) {
      begin(now.orShadow(wanted));
      return;
    }
    if (rests(now)) {
      rest(now);
    } else {
      begin(now);
    }
    follower.setDaemon(true);
    follower.start();
  }

  /** Looks what is live, and comes a step closer to it, again and again. */
  private void follow() {
    while (!closing) {
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        converge(generations.read());
      } catch (InterruptedException | InterruptException e) {
        return;
      } catch (Exception e) {
        if (!trouble.equals(String.valueOf(e.getMessage()))) {
          log.warn("{} cannot follow what is live", kind.name(), e);
        }
        trouble = String.valueOf(e.getMessage());
      }
    }
  }

  private void converge(Generation newest) throws Exception {
    if (rests(newest)) {
      rest(newest);
    } else if (running == null || (isAnother(newest) && isReadyFor(newest))) {
      begin(newest);
      log.info("{} runs in generation {}", kind.name(), newest.number());
    }
  }

  private void rest(Generation generation) throws InterruptedException {
    trouble = "generation " + generation.successor().orElseThrow() + " takes over";
    end();
  }

  /** Whoever must rest for successors begins anew after every change, because it goes by marks. */
  private boolean isAnother(Generation newest) {
    return kind.restsForSuccessor() ? !newest.equals(runs) : newest.number() != runs.number();
  }

  private boolean isReadyFor(Generation newest) throws InterruptedException {
    return kind.condition().isMet(GenerationLog.in(settings, newest), newest);
  }

  /** Until the rest is over that a successor has asked for, from when that was seen here. */
  private boolean rests(Generation newest) {
    if (!kind.restsForSuccessor() || newest.successor().isEmpty()) {
      return false;
    }
    if (!newest.equals(restsFor)) {
      restsFor = newest;
      rest = Deadline.after(GenerationChanges.LEASE, ambient.ticker());
    }
    return !rest.passed();
  }

  /** Ends what runs as late as it can be. */
  private void begin(Generation generation) throws Exception {
    HostPort before = address;
    Settings own = GenerationLog.in(settings, generation);
    Server made =
        kind.maker()
            .make(
                before == null ? own : own.with(Map.of(kind.listen().key(), before.toString())),
                generation);
    try {
      made.prepare();
      end();
      made.start();
      address = made.address();
      runs = generation;
      running = made;
    } catch (Exception e) {
      closeOrderly(made);
      throw e;
    }
  }

  private void end() throws InterruptedException {
    Server ending = running;
    running = null;
    if (ending != null) {
      closeOrderly(ending);
    }
  }

  private void closeOrderly(Server ending) throws InterruptedException {
    try {
      ending.close(Deadline.after(CLOSING, ambient.ticker()));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      log.warn("{}: closing was not orderly", kind.name(), e);
    }
  }

  @Override
  public List<HealthReason> check() {
    Server now = running;
    return now == null
        ? List.of(new HealthReason("generation_changing", kind.name() + ": " + trouble))
        : now.check();
  }

  @Override
  public HostPort address() {
    return reached()
        .orElseThrow(() -> new IllegalStateException(kind.name() + " has not been started"));
  }

  /** Where it listens, or will again; empty as long as it has never run. */
  public Optional<HostPort> reached() {
    return Optional.ofNullable(address);
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    closing = true;
    follower.interrupt();
    follower.join(Math.max(1, deadline.remaining().toMillis()));
    Server ending = running;
    running = null;
    try {
      if (ending != null) {
        ending.close(deadline);
      }
    } finally {
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
