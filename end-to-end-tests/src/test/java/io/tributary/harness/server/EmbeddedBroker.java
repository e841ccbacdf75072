package io.tributary.harness.server;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import java.nio.file.Path;
import java.util.List;

/** The embedded broker as the test's own child, which can be away while everything else goes on. */
public final class EmbeddedBroker implements AutoCloseable {

  private static final String MAIN = "io.tributary.embedded.kafka.EmbeddedKafka";

  private final Launcher launcher;
  private final Path data;
  private final String address;
  private volatile RunningProcess process;

  private EmbeddedBroker(Launcher launcher, Path data, String listen) {
    this.launcher = launcher;
    this.data = data;
    this.process = launch(listen);
    this.address = process.awaitReady().get("kafka");
  }

  /** Starts one without topics. */
  public static EmbeddedBroker start(Launcher launcher, Path data, String listen) {
    // Any command builds what is missing or old.
    launcher.run(List.of("version"));
    return new EmbeddedBroker(launcher, data, listen);
  }

  /** Where it is, also after it was away. */
  public String address() {
    return address;
  }

  /** SIGSTOP. */
  public void freeze() {
    process.freeze();
  }

  /** SIGCONT after {@link #freeze}. */
  public void thaw() {
    process.thaw();
  }

  /** SIGTERM; returns when it has ended in good order. */
  public void stop() {
    int code = process.terminate();
    if (code != 0) {
      throw new AssertionError("the broker ended with " + code);
    }
  }

  /** Starts it after {@link #stop} with its data, on its address. */
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
