package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.Progress;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.retry.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * The whole path of a simulation, in the order in which a command calls it: prepare, send, and look
 * whether the tables hold what must have become of what was accepted.
 */
public final class Simulation {

  /**
   * How long to wait, when all has been sent, for one more to be accepted; a promotion takes a
   * minute.
   */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration LOOK = Duration.ofMillis(100);
  private static final int READERS = 8;

  private final Plan plan;
  private final Run run;
  private final Traffics traffics;
  private final Gateway gateway;
  private final OpenLoop loop;
  private final Ambient ambient;

  /**
   * A simulation that has not begun; a CommandException says which token is missing.
   *
   * @param settings tokens, and where the channel accounts are
   */
  public Simulation(Plan plan, Settings settings, Ambient ambient) {
    this.plan = plan;
    this.ambient = ambient;
    this.run =
        new Run(
            ambient.newUuid().toString().replace("-", "").substring(0, 12),
            ambient.clock().instant(),
            ambient.clock(),
            plan.size());
    this.traffics =
        Traffics.of(plan, run, settings, Accounts.in(settings.find(GatewaySettings.SECRETS_FILE)));
    Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), ambient.random());
    this.gateway = new Gateway(plan.gateway(), backoff);
    this.loop = new OpenLoop(gateway, ambient.ticker(), backoff, plan.inFlight());
  }

  public String name() {
    return run.name();
  }

  public long turns() {
    return schedule().turns();
  }

  /** Sends what must be there before the traffic. */
  public void prepare() throws InterruptedException {
    for (Traffic traffic : traffics.all()) {
      traffic.prepare(gateway);
    }
  }

  /** Sends the traffic, and returns when all of it has been answered, or long enough waited for. */
  public Figures send(Progress progress) throws InterruptedException {
    try (loop) {
      loop.start(schedule(), traffics::turn);
      while (!loop.isStopped() && !loop.await(LOOK)) {
        progress.at(loop.turns());
      }
      long accepted = loop.accepted();
      Deadline deadline = Deadline.after(PATIENCE, ambient.ticker());
      while (!loop.await(LOOK)) {
        if (loop.accepted() > accepted) {
          accepted = loop.accepted();
          deadline = Deadline.after(PATIENCE, ambient.ticker());
        } else if (deadline.passed()) {
          loop.abandon();
        }
      }
      progress.at(loop.turns());
    }
    for (Traffic traffic : traffics.all()) {
      traffic.end(gateway);
    }
    return loop.figures();
  }

  /** Sends nothing new any more; false if that was so already. */
  public boolean stop() {
    if (loop.isStopped()) {
      return false;
    }
    loop.stop();
    return true;
  }

  /** Reads the run's items, table by table. */
  public List<Verdict> check(Tables tables, Function<Long, Progress> progress)
      throws InterruptedException {
    List<Partition> partitions = new ArrayList<>();
    for (Traffic traffic : traffics.all()) {
      partitions.addAll(traffic.expected(tables));
    }
    Map<String, Verdict> verdicts = new LinkedHashMap<>();
    ExecutorService readers = Executors.newFixedThreadPool(READERS);
    try (Progress shown = progress.apply((long) partitions.size())) {
      List<Future<List<ObjectNode>>> found = new ArrayList<>();
      for (Partition partition : partitions) {
        found.add(
            readers.submit(
                () -> tables.items(partition.table(), partition.key(), partition.value())));
      }
      for (int index = 0; index < partitions.size(); index++) {
        Partition partition = partitions.get(index);
        verdicts
            .computeIfAbsent(
                partition.table(), table -> new Verdict(partition.family(), partition.table()))
            .add(partition, read(found.get(index)));
        shown.at(index + 1);
      }
    } finally {
      readers.shutdownNow();
    }
    return List.copyOf(verdicts.values());
  }

  private static List<ObjectNode> read(Future<List<ObjectNode>> items) throws InterruptedException {
    try {
      return items.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    }
  }

  /** Families some of whose senders are left out, and how many. */
  public Map<String, Long> unknown() {
    Map<String, Long> unknown = new LinkedHashMap<>();
    for (Traffic traffic : traffics.all()) {
      if (traffic.unknown() > 0) {
        unknown.put(traffic.family().label(), traffic.unknown());
      }
    }
    return unknown;
  }

  private Schedule schedule() {
    return Schedule.of(plan.rate(), plan.duration());
  }
}
