package io.tributary.harness.server;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import java.nio.file.Path;
import java.util.List;

/** The embedded broker as the test's own child. */
final class EmbeddedBroker implements Broker {

  private static final String MAIN = "io.tributary.embedded.kafka.EmbeddedKafka";

  private final Launcher launcher;
  private final Path data;
  private final String address;
  private volatile RunningProcess process;

  private EmbeddedBroker(Launcher launcher, Path data) {
    this.launcher = launcher;
    this.data = data;
    this.process = launch("127.0.0.1:0");
    this.address = process.awaitReady().get("kafka");
  }

  /** Starts one on any port, without topics. */
  static EmbeddedBroker start(Launcher launcher, Path data) {
    // Any command builds what is missing or old.
    launcher.run(List.of("version"));
    return new EmbeddedBroker(launcher, data);
  }

  @Override
  public List<String> flags() {
    return List.of("--bootstrap-servers", address);
  }

  @Override
  public boolean isChild() {
    return false;
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public void freeze() {
    process.freeze();
  }

  @Override
  public void thaw() {
    process.thaw();
  }

  @Override
  public void stop() {
    int code = process.terminate();
    if (code != 0) {
      throw new AssertionError("the broker ended with " + code);
    }
  }

  @Override
  public void kill() {
    process.kill();
  }

  @Override
  public void startAgain() {
    if (!process.isAlive()) {
      process = launch(address);
      process.awaitReady();
    }
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
