package io.tributary.operations.status;

import io.tributary.operations.drain.DrainCheck;
import io.tributary.operations.drain.DrainStage;
import io.tributary.operations.drain.Lag;
import io.tributary.operations.kafka.Cluster;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Counts facts that wait, by topic; only those topics are told of in which some do. */
final class WaitsReader implements Probe.Source<Map<String, Long>> {

  private final Connection connection;
  private @Nullable DrainCheck waiting;

  WaitsReader(Connection connection) {
    this.connection = connection;
  }

  @Override
  public Map<String, Long> look() throws InterruptedException {
    DrainCheck existing = waiting;
    DrainCheck check = existing == null ? waitsOnly(connection.cluster()) : existing;
    waiting = check;
    return check.lags().stream().collect(Collectors.toMap(Lag::topic, Lag::records));
  }

  private static DrainCheck waitsOnly(Cluster cluster) {
    return new DrainCheck(
        cluster,
        DrainStage.inFlowOrder(cluster.clients(), Map::of).stream()
            .filter(DrainStage.Waiting.class::isInstance)
            .toList());
  }

  @Override
  public void close() {
    if (waiting != null) {
      waiting.close();
    }
  }
}
