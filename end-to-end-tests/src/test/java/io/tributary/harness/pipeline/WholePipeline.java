package io.tributary.harness.pipeline;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.ReadyLine;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.server.Backend;
import io.tributary.harness.server.Server;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The whole pipeline by {@code up} on free ports and one data folder. */
public final class WholePipeline implements AutoCloseable {

  private final Launcher launcher;
  private final Path data;
  private final List<Server> servers;
  private volatile RunningProcess process;
  private volatile ReadyLine ready;

  private WholePipeline(Launcher launcher, Path data, List<Server> servers) {
    this.launcher = launcher;
    this.data = data;
    this.servers = servers;
    this.process = launch();
    this.ready = process.awaitReady();
  }

  /** Starts it on an empty folder. */
  public static WholePipeline start(Workplace place) {
    return start(place, place.launcher());
  }

  /** The same by that launcher. */
  public static WholePipeline start(Workplace place, Launcher launcher) {
    Backend backend = Backend.chosen();
    return new WholePipeline(
        launcher, place.serversFolder("up"), List.of(backend.kafka(), backend.dynamo()));
  }

  /** Starts it on that folder, which holds everything, whatever the backend of other tests is. */
  public static WholePipeline embedded(Launcher launcher, Path data) {
    return new WholePipeline(
        launcher, data, List.of(Backend.EMBEDDED.kafka(), Backend.EMBEDDED.dynamo()));
  }

  /** SIGKILL for its process and for its servers, whether or not they are its children. */
  public void kill() {
    process.kill();
    servers.forEach(Server::kill);
  }

  /** How many of its servers are its process's children. */
  public long embeddedServers() {
    return servers.stream().filter(Server::isChild).count();
  }

  /** Starts it again on the same folder, after its process has ended; ports may change. */
  public void startAgain() {
    servers.forEach(Server::startAgain);
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

  /** Runs commands that read and write topics as this pipeline does. */
  public Launcher commands() {
    String registry = ready.values().get("registry");
    return registry == null
        ? launcher
        : launcher.with(Map.of("TRIBUTARY_SCHEMA_REGISTRY_URL", registry));
  }

  /** Waits until everything accepted has been stored. */
  public void awaitDrained() {
    Drained.await(commands(), endpoints());
  }

  @Override
  public void close() {
    process.close();
    servers.forEach(Server::close);
  }

  private RunningProcess launch() {
    List<String> up = new ArrayList<>(List.of("up", "--http", "127.0.0.1:0"));
    servers.forEach(server -> up.addAll(server.flags()));
    up.addAll(List.of("--data", data.toString()));
    return launcher.start("up", up);
  }
}
