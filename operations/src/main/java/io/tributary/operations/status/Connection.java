package io.tributary.operations.status;

import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A connection to the cluster that is made once a broker answers. */
final class Connection implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private final Settings settings;
  private @Nullable Cluster cluster;

  Connection(Settings settings) {
    this.settings = settings;
  }

  /** The cluster; fails in one line when nobody answers. */
  synchronized Cluster cluster() throws InterruptedException {
    Cluster existing = cluster;
    if (existing != null) {
      return existing;
    }
    Cluster made = Cluster.connect(settings, PATIENCE);
    cluster = made;
    return made;
  }

  @Override
  public synchronized void close() {
    if (cluster != null) {
      cluster.close();
    }
  }
}
