package io.tributary.launcher.up;

import io.tributary.operations.OperationException;
import io.tributary.operations.drain.DrainCheck;
import io.tributary.operations.drain.Lag;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between the gateway and the other services: after the gateway has closed, they get time to
 * finish. The rest goes on at the next start.
 *
 * <p>Waiting facts and expiries do not count: nothing more comes in, so only time ends a wait, and
 * a table's stream keeps expiries.
 *
 * @param worthwhile false when the pipeline cannot drain
 */
record DrainOnClose(Callable<Settings> settings, BooleanSupplier worthwhile) implements Component {

  private static final Logger log = LoggerFactory.getLogger(DrainOnClose.class);
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** Time left to the other parts, which need some on a busy machine. */
  private static final Duration OTHERS_SHARE = Duration.ofSeconds(4);

  @Override
  public void close(Deadline deadline) throws Exception {
    if (!worthwhile.getAsBoolean()) {
      return;
    }
    Deadline limit = deadline.atMost(deadline.remaining().minus(OTHERS_SHARE)).atMost(LIMIT);
    try (Cluster cluster = connect(limit);
        DrainCheck check = DrainCheck.ofConsumers(cluster, limit)) {
      List<Lag> lags = check.await(limit);
      if (lags.isEmpty()) {
        log.info("drained");
      } else {
        log.warn("not drained, continues at the next start: {}", lags);
      }
    } catch (OperationException | KafkaException e) {
      log.warn("unknown rest, continues at the next start: {}", e.getMessage());
    }
  }

  private Cluster connect(Deadline limit) throws Exception {
    Settings live = GenerationLog.resolve(settings.call(), limit.remaining());
    return Cluster.connect(live, limit.remaining());
  }
}
