package io.tributary.operations.status;

import io.tributary.gateway.IngestPipeline;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.config.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What there is to see in Kafka. Once no broker answers, nothing more is asked. */
final class KafkaLooks implements AutoCloseable {

  private final Settings settings;
  private final Connection connection;
  private final Probe<ClusterView> cluster;
  private final Probe<List<String>> drift;
  private final Probe<Map<String, Long>> waits;
  private final Probe<OpenLetters> letters;

  KafkaLooks(Settings settings, Ticker ticker) {
    this.settings = settings;
    connection = new Connection(settings);
    cluster = new Probe<>("cluster", new ClusterReader(connection, ticker), Duration.ZERO, ticker);
    drift = new Probe<>("drift", this::drift, Sampler.SELDOM, ticker);
    waits = new Probe<>("waits", new WaitsReader(connection), Duration.ZERO, ticker);
    letters = new Probe<>("letters", new LetterReader(connection, ticker), Duration.ZERO, ticker);
  }

  Probe<ClusterView> cluster() {
    return cluster;
  }

  Probe<List<String>> topicDrift() {
    return drift;
  }

  Probe<Map<String, Long>> openWaits() {
    return waits;
  }

  Probe<OpenLetters> openLetters() {
    return letters;
  }

  /** Where topics that are there differ from the catalogue. */
  private List<String> drift() throws InterruptedException {
    return connection.cluster().topics().drift(IngestPipeline.topics(settings)).stream()
        .filter(found -> !found.endsWith("does not exist"))
        .toList();
  }

  @Override
  public void close() {
    List.of(cluster, drift, waits, letters).forEach(Probe::close);
    connection.close();
  }
}
