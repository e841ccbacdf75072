package io.tributary.launcher.up;

import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.OperationException;
import io.tributary.operations.Program;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.files.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Pipelines of {@code up} on this machine, found by commands: each has its addresses in a file of
 * its data folder, and the folder's name in the user's runtime folder, under its pid.
 */
public final class RunningPipelines {

  static final String ADDRESSES = "addresses.json";
  private static final String PID = "pid";

  private final Path folder;

  /**
   * Pipelines of the user.
   *
   * @param environment with {@code XDG_RUNTIME_DIR}, else a folder for temporary files is used
   */
  public RunningPipelines(Map<String, String> environment) {
    String user = Ambient.jvmProperty("user.name", "");
    folder =
        Optional.ofNullable(environment.get("XDG_RUNTIME_DIR"))
            .map(Path::of)
            .filter(Files::isWritable)
            .map(runtime -> runtime.resolve("tributary"))
            .orElseGet(
                () -> Path.of(Ambient.jvmProperty("java.io.tmpdir", "/tmp"), "tributary-" + user));
  }

  /** Writes down the addresses of this process. */
  void add(Path data, Map<String, String> addresses) throws IOException {
    long pid = ProcessHandle.current().pid();
    Map<String, String> content = new LinkedHashMap<>(addresses);
    content.put(PID, Long.toString(pid));
    UpSecrets.write(data.resolve(ADDRESSES), content);
    if (!Files.exists(folder)) {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    Ownership.requireFolder(folder);
    Files.writeString(folder.resolve(Long.toString(pid)), data.toString());
  }

  /** Forgets this process. */
  void remove(Path data) throws IOException {
    Files.deleteIfExists(folder.resolve(Long.toString(ProcessHandle.current().pid())));
    Files.deleteIfExists(data.resolve(ADDRESSES));
  }

  /** The data folder of the one that runs; empty for none, a failure for several. */
  public Optional<Path> only() {
    List<Path> running = running();
    if (running.size() > 1) {
      throw OperationException.invalid(
          "several pipelines run on this machine; choose one: "
              + running.stream().map(data -> "--data " + data).collect(Collectors.joining(", ")));
    }
    return running.stream().findFirst();
  }

  private List<Path> running() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try {
      Ownership.requireFolder(folder);
      try (Stream<Path> entries = Files.list(folder)) {
        return entries.sorted().flatMap(entry -> data(entry).stream()).toList();
      }
    } catch (IOException e) {
      // others could have written there: nothing in it is believed
      return List.of();
    }
  }

  private static Optional<Path> data(Path entry) {
    try {
      Path data = Path.of(Files.readString(entry));
      if (isRunning(UpSecrets.read(data.resolve(ADDRESSES)))) {
        return Optional.of(data);
      }
      Files.deleteIfExists(entry);
      return Optional.empty();
    } catch (IOException | OperationException e) {
      return Optional.empty();
    }
  }

  /** Settings of the pipeline in a data folder, its tokens included; it must be running. */
  public static Settings settings(Path data) throws IOException {
    Map<String, String> addresses = UpSecrets.read(data.resolve(ADDRESSES));
    if (!isRunning(addresses)) {
      throw OperationException.failed(
          Program.named(
              "no `up` runs in %s; `tributary up --data %s` starts it".formatted(data, data)));
    }
    Map<String, String> settings = new HashMap<>(addresses);
    settings.remove(PID);
    Map<String, String> secrets = UpSecrets.read(data.resolve(UpSecrets.FILE));
    Optional.ofNullable(secrets.get(UpSecrets.ADMIN_TOKEN))
        .ifPresent(token -> settings.put(GatewaySettings.ADMIN_TOKEN.key(), token));
    Optional.ofNullable(secrets.get(UpSecrets.SERVICE_TOKEN))
        .ifPresent(token -> settings.put("service.token", token));
    return Settings.of(settings);
  }

  private static boolean isRunning(Map<String, String> addresses) {
    return Optional.ofNullable(addresses.get(PID))
        .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
        .filter(ProcessHandle::isAlive)
        .isPresent();
  }
}
