package io.tributary.simulation;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.ambient.Ticker;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One life of a process: it has a clock of its own, may stop for a while between any two of its
 * calls, and may end there. What is dead has no further effect: each of its calls gets a {@link
 * Crash}.
 */
abstract class SimulatedProcess {

  private static final int LONGEST_DELAY_NANOS = 5_000_000;

  private final World world;
  private final String name;
  private final Chance chance;
  private final Ambient ambient;
  private final List<World.Actor> actors = new ArrayList<>();
  private final List<World.Actor> readers = new ArrayList<>();
  private boolean alive = true;
  private long pausedUntil;
  private long skewMillis;
  private int callsUntilCrash = -1;
  private int callsUntilPause = -1;
  private Duration nextPause = Duration.ZERO;
  private int fiberPerMille;

  SimulatedProcess(World world, String name) {
    this.world = world;
    this.name = name;
    this.chance = world.chance().split();
    this.ambient =
        new Ambient(
            () -> Instant.ofEpochMilli(world.millis() + skewMillis),
            new VirtualTicker(),
            chance,
            new SeededSecrets(chance.split()),
            Map.of());
  }

  final World world() {
    return world;
  }

  final String name() {
    return name;
  }

  final Chance chance() {
    return chance;
  }

  final Ambient ambient() {
    return ambient;
  }

  final boolean isAlive() {
    return alive;
  }

  final long pausedUntil() {
    return pausedUntil;
  }

  final boolean isPaused() {
    return pausedUntil > world.nanos();
  }

  /** Its wall clock is so much ahead of the time. */
  final void skew(Duration ahead) {
    skewMillis = ahead.toMillis();
  }

  /** How many of a thousand steps may stop half-way. */
  final void fibers(int perMille) {
    fiberPerMille = perMille;
  }

  final boolean usesFiber() {
    return callsUntilPause >= 0 || chance.perMille(fiberPerMille);
  }

  /** It ends after so many calls. */
  final void crashAfter(int calls) {
    callsUntilCrash = calls;
  }

  /** It stops after so many calls, for so long. */
  final void pauseAfter(int calls, Duration time) {
    callsUntilPause = calls;
    nextPause = time;
  }

  /** Nothing is wrong with it from now on. */
  final void heal() {
    callsUntilCrash = -1;
    callsUntilPause = -1;
    pausedUntil = 0;
    skewMillis = 0;
  }

  /** It ends in order, as on a signal. */
  void stop() {
    kill();
  }

  /** It ends now. */
  final void kill() {
    if (alive) {
      alive = false;
      died();
      List.copyOf(actors).forEach(World.Actor::remove);
      actors.clear();
    }
  }

  /** Told when it has ended, before its steps do. */
  void died() {}

  final World.Actor actor(String part, World.Step step) {
    World.Actor actor = world.actor(name + '-' + part, this, () -> alive ? step.run() : idle());
    actors.add(actor);
    return actor;
  }

  /** An actor that has something to do when the log has got something. */
  final void wakes(World.Actor reader) {
    readers.add(reader);
  }

  /** The log has got something. */
  final void wakeReaders() {
    readers.forEach(reader -> reader.wake(chance.nextInt(LONGEST_DELAY_NANOS)));
  }

  private static long idle() {
    return World.UNTIL_WOKEN;
  }

  final void remove(World.Actor actor) {
    actors.remove(actor);
    actor.remove();
  }

  /** To be called before and after each of its calls to Kafka and DynamoDB. */
  final void call(String operation) {
    requireAlive();
    world.note(operation.hashCode());
    if (callsUntilCrash >= 0 && callsUntilCrash-- == 0) {
      kill();
      throw new Crash();
    }
    if (callsUntilPause >= 0 && callsUntilPause-- == 0) {
      pausedUntil = world.nanos() + nextPause.toNanos();
    }
    if (Fibers.current() != null && (isPaused() || chance.perMille(500))) {
      world.pass(Duration.ofNanos(1000L * chance.nextInt(3000)), World.NEVER);
      requireAlive();
    }
  }

  private void requireAlive() {
    if (!alive) {
      throw new Crash();
    }
  }

  private void pass(Duration time, java.util.function.BooleanSupplier enough) {
    requireAlive();
    world.pass(time, enough);
    requireAlive();
  }

  private final class VirtualTicker implements Ticker {

    @Override
    public long nanos() {
      return world.nanos();
    }

    @Override
    public void sleep(Duration time) {
      pass(time, World.NEVER);
    }

    @Override
    public void park(Duration time) {
      pass(time, World.NEVER);
    }

    @Override
    public <T> @Nullable T poll(BlockingQueue<T> queue, Duration wait) {
      if (queue.isEmpty() && !wait.isZero()) {
        pass(wait, () -> !queue.isEmpty());
      }
      return queue.poll();
    }

    @Override
    public <T> CompletableFuture<T> limit(CompletableFuture<T> future, Duration time) {
      world.after(
          time,
          () -> alive && !future.isDone(),
          () -> future.completeExceptionally(new TimeoutException()));
      return future;
    }
  }

  /** Secrets that are none. */
  private static final class SeededSecrets extends SecureRandom {

    private static final long serialVersionUID = 1L;

    SeededSecrets(Chance chance) {
      super(new Source(chance), null);
    }

    private static final class Source extends SecureRandomSpi {

      private static final long serialVersionUID = 1L;

      private final transient Chance chance;

      Source(Chance chance) {
        this.chance = chance;
      }

      @Override
      protected void engineSetSeed(byte[] seed) {}

      @Override
      protected void engineNextBytes(byte[] bytes) {
        chance.nextBytes(bytes);
      }

      @Override
      protected byte[] engineGenerateSeed(int bytes) {
        return new byte[bytes];
      }
    }
  }
}
