package io.tributary.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One virtual clock, and all that may happen next by it: of the actors whose time has come chance
 * picks one, and lets it do a step; when there is none, time goes on to the next that is due.
 */
final class World {

  /** A result of a step: nothing until it is woken. */
  static final long UNTIL_WOKEN = Long.MAX_VALUE;

  /** 1 March 2026, noon. */
  private static final long EPOCH_MILLIS = 1_772_366_400_000L;

  private static final long MILLION = 1_000_000;
  private static final int LONGEST_STEP_MICROS = 400;

  private final Chance chance;
  private final Fibers fibers;
  private final List<Actor> actors = new ArrayList<>();
  private final List<Actor> runnable = new ArrayList<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::number));
  private long now;
  private long steps;
  private long timersMade;
  private long trace = EPOCH_MILLIS;
  private @Nullable Throwable broken;

  World(long seed, Fibers fibers) {
    this.chance = new Chance(seed);
    this.fibers = fibers;
  }

  private record Timer(long at, long number, BooleanSupplier wanted, Runnable action) {}

  /** What an actor does at a time. */
  @FunctionalInterface
  interface Step {

    /** Nanoseconds until the next step at the earliest, or {@link #UNTIL_WOKEN}. */
    long run() throws Exception;
  }

  /** What does one step after another. */
  final class Actor {

    private final String name;
    private final @Nullable SimulatedProcess process;
    private final Step step;
    private long due;
    private boolean busy;

    /** True when it was woken in the middle of a step, so that there may be more to do. */
    private boolean woken;

    private Fibers.@Nullable Fiber fiber;

    private Actor(String name, @Nullable SimulatedProcess process, Step step) {
      this.name = name;
      this.process = process;
      this.step = step;
      this.due = now;
    }

    /** Lets it do its next step after that time at the latest. */
    void wake(long delay) {
      if (busy || fiber != null) {
        woken = true;
      } else {
        due = Math.min(due, now + delay);
      }
    }

    void remove() {
      actors.remove(this);
      Fibers.Fiber open = fiber;
      fiber = null;
      if (open != null && open != Fibers.current()) {
        open.abandon();
      }
    }

    private long readyAt() {
      return process == null ? due : Math.max(due, process.pausedUntil());
    }

    private void run() {
      note(name.hashCode());
      Fibers.Fiber open = fiber;
      if (open != null) {
        goOn(open);
      } else if (process != null && process.usesFiber()) {
        Fibers.Fiber begun = fibers.prepare(this::runStep);
        fiber = begun;
        goOn(begun);
      } else {
        runStep();
      }
    }

    private void goOn(Fibers.Fiber open) {
      due = UNTIL_WOKEN;
      if (open.resume()) {
        fiber = null;
      }
    }

    private void runStep() {
      due = UNTIL_WOKEN;
      try {
        woken = false;
        long next = step.run();
        due = woken ? now : next == UNTIL_WOKEN ? UNTIL_WOKEN : now + next;
      } catch (Crash e) {
        due = UNTIL_WOKEN;
      } catch (Throwable e) {
        broken = e;
      }
    }
  }

  /** An actor that may begin at once. */
  Actor actor(String name, @Nullable SimulatedProcess process, Step step) {
    Actor actor = new Actor(name, process, step);
    actors.add(actor);
    return actor;
  }

  Chance chance() {
    return chance;
  }

  /** Virtual nanoseconds since the beginning. */
  long nanos() {
    return now;
  }

  /** Time as it really is, of which clocks may differ; epoch milliseconds. */
  long millis() {
    return EPOCH_MILLIS + now / MILLION;
  }

  /** Moves everything ahead by that time. */
  void leap(Duration time) {
    now += time.toNanos();
    note(now);
  }

  /** Does something after that time, unless it is not wanted any more. */
  void after(Duration time, BooleanSupplier wanted, Runnable action) {
    timers.add(new Timer(now + time.toNanos(), timersMade++, wanted, action));
  }

  /** Takes what happens into the trace. */
  void note(long what) {
    trace = Chance.mix(trace ^ what) + steps;
  }

  /** What has happened so far, as a number. */
  long trace() {
    return trace;
  }

  long steps() {
    return steps;
  }

  /** Lets the world go on for that time, for whoever waits. */
  void pass(Duration time, BooleanSupplier enough) {
    long end = now + Math.max(1, time.toNanos());
    Fibers.Fiber fiber = Fibers.current();
    if (fiber == null) {
      runUntil(() -> now >= end || enough.getAsBoolean(), end);
      return;
    }
    Actor own = ownerOf(fiber);
    while (now < end && !enough.getAsBoolean()) {
      own.due = enough == NEVER ? end : Math.min(end, now + 5 * MILLION);
      Fibers.stop();
    }
  }

  /** For {@link #pass}: the whole time. */
  static final BooleanSupplier NEVER = () -> false;

  private Actor ownerOf(Fibers.Fiber fiber) {
    return actors.stream()
        .filter(each -> each.fiber == fiber)
        .findFirst()
        .orElseThrow(() -> new Crash());
  }

  /** Does steps until that is so, or there is none before the end. */
  void runUntil(BooleanSupplier over, long end) {
    while (!over.getAsBoolean()) {
      if (!step(end)) {
        now = Math.max(now, end);
        return;
      }
    }
  }

  private boolean step(long end) {
    fireTimers();
    collectRunnable();
    if (runnable.isEmpty()) {
      long next = nextTime();
      if (next >= end || next == UNTIL_WOKEN) {
        return false;
      }
      now = Math.max(now, next);
      return true;
    }
    Actor chosen = runnable.get(chance.nextInt(runnable.size()));
    steps++;
    now += chance.nextInt(LONGEST_STEP_MICROS) * 1000L;
    boolean before = chosen.busy;
    chosen.busy = true;
    chosen.run();
    chosen.busy = before;
    requireWhole();
    return true;
  }

  private void requireWhole() {
    Throwable cause = broken;
    if (cause != null) {
      broken = null;
      throw new IllegalStateException("the simulation itself is broken", cause);
    }
  }

  private void fireTimers() {
    for (Timer next = timers.peek(); next != null && next.at() <= now; next = timers.peek()) {
      timers.remove();
      if (next.wanted().getAsBoolean()) {
        note(next.number());
        next.action().run();
      }
    }
  }

  private void collectRunnable() {
    runnable.clear();
    for (Actor each : actors) {
      if (!each.busy && each.readyAt() <= now) {
        runnable.add(each);
      }
    }
  }

  private long nextTime() {
    Timer timer = timers.peek();
    long next = timer == null ? UNTIL_WOKEN : timer.at();
    for (Actor each : actors) {
      if (!each.busy && each.due != UNTIL_WOKEN) {
        next = Math.min(next, each.readyAt());
      }
    }
    return next;
  }
}
