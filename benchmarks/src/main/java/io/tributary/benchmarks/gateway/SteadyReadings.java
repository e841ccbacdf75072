package io.tributary.benchmarks.gateway;

import io.tributary.benchmarks.process.Child;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.schemas.key.devices.ReadingKey;
import java.time.Duration;
import java.util.List;

/** A gateway in a process of its own, and devices that send it a reading each at a steady rate. */
public final class SteadyReadings implements AutoCloseable {

  private static final int CONNECTIONS = 32;

  private final Cluster cluster;
  private final Child gateway;
  private long sent;

  private SteadyReadings(Cluster cluster, Child gateway) {
    this.cluster = cluster;
    this.gateway = gateway;
  }

  /** Told of each reading that is accepted; times as {@link System#nanoTime} has them. */
  @FunctionalInterface
  public interface Accepted {

    /**
     * Tells of one, on the thread that sends.
     *
     * @param due when it was to be sent
     * @param at when its answer came
     */
    void accepted(ReadingKey key, long due, long at);
  }

  /** Starts a gateway. */
  public static SteadyReadings start(String brokers) throws Exception {
    Cluster cluster = Cluster.prepare(ServerChild.settings(brokers));
    Child gateway =
        Child.java(
            List.of("-Xmx512m"),
            Ambient.jvmProperty("java.class.path", ""),
            List.of(ServerChild.class.getName(), "gateway", brokers));
    return new SteadyReadings(cluster, gateway);
  }

  /** Sends for so long, each reading when it is due, and returns when all are accepted. */
  public void send(double perSecond, Duration time, Accepted accepted) {
    LoadClient client =
        new LoadClient(
            HostPort.parse(gateway.endpoint()).address(),
            (number, due, at) -> accepted.accepted(Workload.SINGLE.key(number), due, at));
    Round round = client.run(Workload.SINGLE, CONNECTIONS, new Pace(perSecond, time), sent);
    sent += round.answered() + round.failed();
    if (round.failed() > 0) {
      throw new IllegalStateException(round.failed() + " readings were not accepted");
    }
  }

  @Override
  public void close() throws Exception {
    gateway.close();
    cluster.close();
  }
}
