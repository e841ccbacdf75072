package io.tributary.harness.pipeline;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.server.RegistryServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A schema registry that can be killed and started again. */
public final class RegistryProcess implements AutoCloseable {

  private static final String MAIN = RegistryServer.class.getName();

  private final Launcher launcher;
  private final Path data;
  private final String url;
  private RunningProcess process;

  private RegistryProcess(Launcher launcher, Path data) {
    this.launcher = launcher;
    this.data = data;
    this.process = start("127.0.0.1:0");
    this.url = process.awaitReady().get("registry");
  }

  public static RegistryProcess start(Launcher launcher, Path data) {
    return new RegistryProcess(launcher, data);
  }

  private RunningProcess start(String listen) {
    String server = Launcher.ROOT.resolve("end-to-end-tests/target/server").toString();
    return launcher.startEmbedded(
        "registry",
        MAIN,
        List.of("--listen", listen, "--data", data.toString(), "--server", server));
  }

  /** Variables of services and commands that use it. */
  public Map<String, String> variables() {
    return Map.of("TRIBUTARY_SCHEMA_REGISTRY_URL", url);
  }

  public String url() {
    return url;
  }

  public void kill() {
    process.kill();
  }

  /** Starts it at the same address with the same data. */
  public void restart() {
    process = start(url.replace("http://", ""));
    process.awaitReady();
  }

  @Override
  public void close() {
    process.close();
  }
}
