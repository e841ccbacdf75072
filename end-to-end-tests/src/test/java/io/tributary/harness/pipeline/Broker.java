package io.tributary.harness.pipeline;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A Kafka broker in a process of its own, which can be stopped and started again in its place: same
 * port, same data.
 */
public final class Broker implements AutoCloseable {

  private static final String MAIN = "io.tributary.embedded.kafka.EmbeddedKafka";
  private static final Duration BUILD_LIMIT = Duration.ofMinutes(5);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(15);

  private final Launcher launcher;
  private final Path data;
  private final String address;
  private volatile RunningProcess process;

  private Broker(Launcher launcher, Path data) {
    this.launcher = launcher;
    this.data = data;
    this.process = launch("127.0.0.1:0");
    this.address = process.awaitReady().get("kafka");
  }

  /** Starts one on any port, without topics. */
  public static Broker start(Workplace place) {
    Launcher launcher = place.launcher();
    // Any command builds what is missing or old.
    launcher.run(BUILD_LIMIT, List.of("version"));
    return new Broker(launcher, place.freshFolder("broker"));
  }

  /** {@code host:port} */
  public String address() {
    return address;
  }

  /** Keeps its connections and does nothing. */
  public void freeze() {
    process.freeze();
  }

  /** Goes on after {@link #freeze}. */
  public void thaw() {
    process.thaw();
  }

  /** Stops it in order; nobody listens at its address any more. */
  public void stop() {
    int code = process.terminate(STOP_LIMIT);
    if (code != 0) {
      throw new AssertionError("the broker ended with " + code);
    }
  }

  /** Starts it again after {@link #stop}, and waits until it answers. */
  public void startAgain() {
    process = launch(address);
    process.awaitReady();
  }

  @Override
  public void close() {
    process.close();
  }

  private RunningProcess launch(String listen) {
    return launcher.startEmbedded(
        "kafka", MAIN, List.of("--listen", listen, "--data", data.toString()));
  }
}
