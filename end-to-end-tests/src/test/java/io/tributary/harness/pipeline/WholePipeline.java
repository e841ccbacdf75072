package io.tributary.harness.pipeline;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.ReadyLine;
import io.tributary.harness.process.RunningProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The whole pipeline by {@code up} on free ports and one data folder. */
public final class WholePipeline implements AutoCloseable {

  private final Launcher launcher;
  private final Path data;
  private volatile RunningProcess process;
  private volatile ReadyLine ready;

  private WholePipeline(Launcher launcher, Path data) {
    this.launcher = launcher;
    this.data = data;
    this.process = launch();
    this.ready = process.awaitReady();
  }

  /** Starts it on an empty folder. */
  public static WholePipeline start(Workplace place) {
    return new WholePipeline(place.launcher(), place.serversFolder("up"));
  }

  /** Starts it on that folder, by that launcher. */
  public static WholePipeline start(Launcher launcher, Path data) {
    return new WholePipeline(launcher, data);
  }

  /** Starts it again on the same folder, after its process has ended; ports may change. */
  public void startAgain() {
    process = launch();
    ready = process.awaitReady();
  }

  public RunningProcess process() {
    return process;
  }

  public ReadyLine ready() {
    return ready;
  }

  public URI http() {
    return URI.create(ready.get("http"));
  }

  public Endpoints endpoints() {
    return Endpoints.of(ready);
  }

  public Launcher launcher() {
    return launcher;
  }

  /**
   * Leaves each state store as a process leaves it that is killed while it deletes it.
   *
   * @return how many
   */
  public int deleteHalfOfEveryStateStore() throws IOException {
    List<Path> manifests;
    try (Stream<Path> files = Files.walk(data.resolve("state").toRealPath())) {
      manifests =
          files.filter(file -> file.getFileName().toString().startsWith("MANIFEST")).toList();
    }
    for (Path manifest : manifests) {
      Files.delete(manifest);
    }
    return manifests.size();
  }

  /** Waits until everything accepted has been stored. */
  public void awaitDrained() {
    Drained.await(launcher, endpoints());
  }

  @Override
  public void close() {
    process.close();
  }

  private RunningProcess launch() {
    return launcher.start(
        "up",
        List.of(
            "up",
            "--http",
            "127.0.0.1:0",
            "--kafka",
            "127.0.0.1:0",
            "--dynamodb",
            "127.0.0.1:0",
            "--data",
            data.toString()));
  }
}
