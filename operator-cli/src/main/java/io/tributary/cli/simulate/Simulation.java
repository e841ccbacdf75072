package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.OperationException;
import io.tributary.operations.Progress;
import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway;
import io.tributary.operations.requests.ProviderAccount;
import io.tributary.operations.tables.TableReader;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.retry.Backoff;
import io.tributary.schemas.topic.Family;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A run of traffic: {@link #prepare}, {@link #send}, {@link #check}. */
public final class Simulation {

  private static final Logger log = LoggerFactory.getLogger(Simulation.class);
  public static final Setting<Secret> SERVICE_TOKEN =
      Setting.optional(
          "service.token",
          SettingType.SECRET,
          "Service token of `simulate`; needs the grant * of each family.");

  private static final Set<Family> BY_CHANNELS = Set.of(Family.TENANTS, Family.OUTREACH);

  /** Wait for one more accepted request after the last iteration; a promotion takes a minute. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final Duration LOOK = Duration.ofMillis(100);

  private final Plan plan;
  private final Run run;
  private final Settings settings;
  private final List<? extends Traffic<?>> traffics;
  private final SplittableRandom random;
  private final Gateway gateway;
  private final OpenLoop loop;
  private final RuntimeContext runtime;

  /**
   * A run that has not begun; {@link OperationException} if a token is missing.
   *
   * @param settings with tokens and the file of channel accounts
   */
  public Simulation(Plan plan, Settings settings, RuntimeContext runtime) {
    this(plan, settings, runtime, run(plan, runtime));
  }

  Simulation(Plan plan, Settings settings, RuntimeContext runtime, Run run) {
    this.plan = plan;
    this.settings = settings;
    this.runtime = runtime;
    this.run = run;
    List<ProviderAccount> accounts =
        settings.find(GatewaySettings.SECRETS_FILE).map(ProviderAccount::all).orElseGet(List::of);
    // each family has random numbers of its own, whichever others there are
    this.traffics =
        Arrays.stream(Family.values())
            .filter(plan.families()::contains)
            .map(family -> traffic(family, accounts))
            .toList();
    this.random = new SplittableRandom(plan.seed());
    if (accounts.isEmpty() && plan.families().stream().anyMatch(BY_CHANNELS::contains)) {
      log.warn("no webhooks are sent: --secrets-file names no account of slack, meta or twilio");
    }
    Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(5), runtime.random());
    this.gateway = new Gateway(plan.gateway(), backoff);
    this.loop = new OpenLoop(gateway, runtime.ticker(), backoff, plan.inFlight());
  }

  private static Run run(Plan plan, RuntimeContext runtime) {
    String id = runtime.newUuid().toString().replace("-", "").substring(0, 12);
    return new Run(id, runtime.clock().instant(), runtime.clock(), plan.size());
  }

  private Traffic<?> traffic(Family family, List<ProviderAccount> accounts) {
    SplittableRandom own = new SplittableRandom(plan.seed() ^ family.label().hashCode());
    return switch (family) {
      case DEVICES -> new DevicesTraffic(run, own, bearer(family, GatewaySettings.ADMIN_TOKEN));
      case HISTORY -> new HistoryTraffic(run, own, bearer(family, SERVICE_TOKEN));
      case INBOX -> new InboxTraffic(run, own, bearer(family, SERVICE_TOKEN));
      case TENANTS ->
          new TenantsTraffic(
              run,
              own,
              bearer(family, GatewaySettings.ADMIN_TOKEN),
              bearer(family, SERVICE_TOKEN),
              accounts);
      case OUTREACH -> new OutreachTraffic(run, own, bearer(family, SERVICE_TOKEN), accounts);
    };
  }

  private Map<String, String> bearer(Family family, Setting<Secret> setting) {
    String tokens =
        settings
            .find(setting)
            .map(Secret::reveal)
            .orElseThrow(
                () ->
                    OperationException.invalid(
                        "traffic of %s needs the environment variable %s, or %s in the file of --config; --families leaves families out"
                            .formatted(family.label(), setting.variable(), setting.key())));
    return Call.bearer(tokens.split(",", 2)[0].strip());
  }

  public String name() {
    return run.name();
  }

  /** Count of iterations, each of which is a request or a burst. */
  public long iterations() {
    return plan.iterations();
  }

  List<? extends Traffic<?>> traffics() {
    return traffics;
  }

  List<Action> iteration() {
    return traffics.get(random.nextInt(traffics.size())).iteration();
  }

  /** Sends the requests before the traffic. */
  public void prepare() throws InterruptedException {
    for (Traffic<?> traffic : traffics) {
      traffic.prepare(gateway);
    }
  }

  /** Sends the traffic until all of it is answered, or nothing is accepted for long. */
  public Figures send(Progress progress) throws InterruptedException {
    try (loop) {
      loop.start(plan, this::iteration);
      long accepted = 0;
      Deadline deadline = Deadline.after(PATIENCE, runtime.ticker());
      while (!loop.await(LOOK)) {
        progress.at(loop.iterations.get());
        if (!loop.isStopped() || loop.accepted.get() > accepted) {
          accepted = loop.accepted.get();
          deadline = Deadline.after(PATIENCE, runtime.ticker());
        } else if (deadline.passed()) {
          loop.abandon();
        }
      }
      progress.at(loop.iterations.get());
    }
    for (Traffic<?> traffic : traffics) {
      traffic.end(gateway);
    }
    return loop.figures;
  }

  /** Begins no more iterations; returns false if it had stopped before. */
  public boolean stop() {
    if (loop.isStopped()) {
      return false;
    }
    loop.stop();
    return true;
  }

  /**
   * Compares the run's items, table by table, of families without lost requests.
   *
   * @param prefix of the tables
   */
  public List<SimulationResult> check(
      TableReader tables, String prefix, LongFunction<Progress> progress)
      throws InterruptedException {
    List<Partition> partitions = new ArrayList<>();
    traffics.stream()
        .filter(traffic -> traffic.lost() == 0)
        .forEach(traffic -> partitions.addAll(traffic.expected()));
    Map<String, SimulationResult> verdicts = new LinkedHashMap<>();
    ExecutorService readers = Executors.newFixedThreadPool(8);
    try (Progress shown = progress.apply(partitions.size())) {
      List<Future<List<ObjectNode>>> found = new ArrayList<>();
      for (Partition each : partitions) {
        found.add(
            readers.submit(() -> tables.items(prefix + each.table(), each.key(), each.value())));
      }
      for (int index = 0; index < partitions.size(); index++) {
        Partition each = partitions.get(index);
        verdicts
            .computeIfAbsent(each.table(), table -> new SimulationResult(each.family(), table))
            .add(each, found.get(index).get());
        shown.at(index + 1);
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } finally {
      readers.shutdownNow();
    }
    return List.copyOf(verdicts.values());
  }

  /** Families that are not compared, with the count of their lost requests. */
  public Map<String, Long> lost() {
    return traffics.stream()
        .filter(traffic -> traffic.lost() > 0)
        .collect(Collectors.toMap(traffic -> traffic.family().label(), Traffic::lost));
  }
}
