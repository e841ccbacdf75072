package io.tributary.cli.status;

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
  private final Look<ClusterView> cluster;
  private final Look<List<String>> drift;
  private final Look<Map<String, Long>> waits;
  private final Look<OpenLetters> letters;

  KafkaLooks(Settings settings, Ticker ticker) {
    this.settings = settings;
    connection = new Connection(settings);
    cluster = new Look<>("cluster", new ClusterReader(connection, ticker), Duration.ZERO, ticker);
    drift = new Look<>("drift", this::drift, Sampler.SELDOM, ticker);
    waits = new Look<>("waits", new WaitsReader(connection), Duration.ZERO, ticker);
    letters = new Look<>("letters", new LetterReader(connection, ticker), Duration.ZERO, ticker);
  }

  Look<ClusterView> cluster() {
    return cluster;
  }

  Look<List<String>> topicDrift() {
    return drift;
  }

  Look<Map<String, Long>> openWaits() {
    return waits;
  }

  Look<OpenLetters> openLetters() {
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
    List.of(cluster, drift, waits, letters).forEach(Look::close);
    connection.close();
  }
}
