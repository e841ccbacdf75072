package io.tributary.operations.status;

import io.tributary.gateway.GatewayFamilies;
import io.tributary.operations.deadletters.OpenDeadLetterReader;
import io.tributary.operations.deadletters.OpenDeadLetters;
import io.tributary.operations.drain.DrainCheck;
import io.tributary.operations.drain.GapReader;
import io.tributary.operations.drain.Lag;
import io.tributary.operations.kafka.Cluster;
import io.tributary.processors.Changelogs;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.topic.TopicIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Probes of a Kafka cluster, which connect once a broker answers. */
final class ClusterProbe implements AutoCloseable {

  private static final Duration CONNECTING = Duration.ofSeconds(8);

  private final Lazy<Cluster> cluster;
  private final Probe<ClusterView> view;
  private final Probe<List<String>> drift;
  private final Probe<List<Lag>> waits;
  private final Probe<OpenDeadLetters> deadLetters;

  ClusterProbe(Settings settings, RuntimeContext runtime) {
    Ticker ticker = runtime.ticker();
    Changelogs changelogs = Changelogs.of(new KafkaClients(settings), settings);
    cluster = new Lazy<>(() -> Cluster.connect(settings, CONNECTING));
    Lazy<TopicIds> ids = new Lazy<>(() -> new TopicIds(cluster.get().clients()));
    Lazy<GapReader> gaps = new Lazy<>(() -> new GapReader(cluster.get().clients()));
    Lazy<DrainCheck> waiting = new Lazy<>(() -> DrainCheck.ofWaits(cluster.get()));
    Lazy<OpenDeadLetterReader> dead =
        new Lazy<>(() -> new OpenDeadLetterReader(cluster.get(), ticker));
    view =
        new Probe<>(
            "cluster",
            () -> new ClusterReader(cluster.get()).read(gaps.get(), ids.get(), changelogs, runtime),
            () -> {
              gaps.close();
              ids.close();
            },
            Duration.ZERO,
            ticker);
    drift =
        new Probe<>(
            "drift",
            () -> drift(cluster.get(), settings, changelogs),
            () -> {},
            Sampler.SELDOM,
            ticker);
    waits = new Probe<>("waits", () -> waiting.get().lags(), waiting, Duration.ZERO, ticker);
    deadLetters = new Probe<>("dead letters", () -> dead.get().look(), dead, Duration.ZERO, ticker);
  }

  Probe<ClusterView> view() {
    return view;
  }

  /** Brokers that refuse services; differences between the catalogue and existing topics. */
  Probe<List<String>> drift() {
    return drift;
  }

  /** Waiting facts. */
  Probe<List<Lag>> waits() {
    return waits;
  }

  Probe<OpenDeadLetters> deadLetters() {
    return deadLetters;
  }

  private static List<String> drift(Cluster cluster, Settings settings, Changelogs changelogs)
      throws InterruptedException {
    List<String> drift = new ArrayList<>(cluster.queries().refusing(cluster.clients().session()));
    cluster.topics().drift(GatewayFamilies.topics(settings)).stream()
        .filter(found -> !found.endsWith("does not exist"))
        .forEach(drift::add);
    drift.addAll(changelogs.drift(cluster.admin()));
    return drift;
  }

  @Override
  public void close() {
    List.of(view, drift, waits, deadLetters).forEach(Probe::close);
    cluster.close();
  }
}
