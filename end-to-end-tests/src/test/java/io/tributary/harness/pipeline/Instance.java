package io.tributary.harness.pipeline;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.ReadyLine;
import io.tributary.harness.process.RunningProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One service in a process of its own. It can be killed and launched again in its place, with the
 * same folder of state and the same port.
 */
public final class Instance implements AutoCloseable {

  private final Role role;
  private final String name;
  private final Launcher launcher;
  private final List<String> arguments;
  private final Path state;
  private volatile @Nullable RunningProcess process;
  private volatile @Nullable URI http;
  private volatile @Nullable URI ops;

  Instance(Role role, int number, Launcher launcher, Endpoints endpoints, Path state) {
    this.role = role;
    this.name = role.command() + "-" + number;
    this.launcher = launcher;
    this.state = state;
    this.arguments = new ArrayList<>(endpoints.appendedTo(role.command()));
    arguments.addAll(List.of(role.listenFlag(), Ports.freeAddress()));
    if (role == Role.GATEWAY) {
      arguments.addAll(List.of("--ops-listen", "127.0.0.1:0"));
    }
    if (role == Role.PROCESSORS) {
      arguments.addAll(List.of("--state-dir", state.toString()));
    }
  }

  public Role role() {
    return role;
  }

  /** Starts the process without waiting for it. */
  public void launch() {
    process = launcher.start(name, arguments);
  }

  /** Waits until it answers. */
  public void awaitReady() {
    ReadyLine ready = process().awaitReady();
    http = URI.create(ready.get("http"));
    ops = URI.create(ready.get(role == Role.GATEWAY ? "ops" : "http"));
  }

  /** SIGKILL. */
  public void kill() {
    process().kill();
  }

  /** SIGTERM; returns when it has ended, as it must, in good order and in time. */
  public void stop() {
    int code = process().terminate();
    if (code != 0) {
      throw new AssertionError(name + " ended with " + code + ":\n" + process().logged());
    }
  }

  /** Deletes its folder of state; it must not be running. */
  public void forget() {
    Workplace.deleteAll(state);
  }

  /** Flips a bit of a state file, or deletes one; it must not be running. */
  public String damage(Random random) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(state.toRealPath())) {
      all =
          files
              .filter(file -> Files.isRegularFile(file) && file.toFile().length() > 0)
              .filter(file -> !file.toString().contains(".damaged"))
              .toList();
    }
    Path file = all.get(random.nextInt(all.size()));
    if (random.nextInt(3) == 0) {
      Files.delete(file);
    } else {
      byte[] bytes = Files.readAllBytes(file);
      bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
      Files.write(file, bytes);
    }
    return file.toString();
  }

  /** The process that stands here now. */
  public RunningProcess process() {
    RunningProcess current = process;
    if (current == null) {
      throw new IllegalStateException(name + " has not been launched");
    }
    return current;
  }

  /** True once it has been ready. */
  public boolean isKnown() {
    return ops != null;
  }

  /** Where it answers, or did before it was killed. */
  public URI http() {
    return known(http);
  }

  /** Where its metrics are, likewise. */
  public URI ops() {
    return known(ops);
  }

  private URI known(@Nullable URI current) {
    if (current == null) {
      throw new IllegalStateException(name + " has not been ready");
    }
    return current;
  }

  @Override
  public void close() {
    if (process != null) {
      process().close();
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
