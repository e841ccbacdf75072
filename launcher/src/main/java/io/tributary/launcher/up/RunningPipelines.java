package io.tributary.launcher.up;

import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.OperationException;
import io.tributary.operations.Program;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.files.FileFailure;
import io.tributary.runtime.files.Ownership;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pipelines of {@code up} on this machine, found by commands: each has its addresses in a file of
 * its data folder, and the folder's name in the user's runtime folder, under its pid.
 */
public final class RunningPipelines {

  private static final Logger log = LoggerFactory.getLogger(RunningPipelines.class);

  static final String ADDRESSES = "addresses.json";
  private static final String PID = "pid";

  private final Path folder;

  /**
   * Pipelines of the user.
   *
   * @param environment with {@code XDG_RUNTIME_DIR}, else a folder for temporary files is used
   */
  public RunningPipelines(Map<String, String> environment) {
    String user = RuntimeContext.jvmProperty("user.name", "");
    folder =
        Optional.ofNullable(environment.get("XDG_RUNTIME_DIR"))
            .map(Path::of)
            .filter(Files::isWritable)
            .map(runtime -> runtime.resolve("tributary"))
            .orElseGet(
                () ->
                    Path.of(
                        RuntimeContext.jvmProperty("java.io.tmpdir", "/tmp"), "tributary-" + user));
  }

  /** Writes down the addresses of this process; a failure is no more than a warning. */
  void add(Path data, Map<String, String> addresses) {
    String pid = Long.toString(ProcessHandle.current().pid());
    Map<String, String> content = new LinkedHashMap<>(addresses);
    content.put(PID, pid);
    try {
      UpSecrets.write(data.resolve(ADDRESSES), content);
      makeFolder();
      Ownership.requireFolder(folder);
      Files.writeString(folder.resolve(pid), data.toString());
    } catch (IOException e) {
      log.warn("commands find this pipeline only by its addresses: {}", FileFailure.words(e));
    }
  }

  private void makeFolder() throws IOException {
    try {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      // of a pipeline before, or of one that starts at the same time
    }
  }

  /** Forgets this process. */
  void remove(Path data) {
    try {
      Files.deleteIfExists(folder.resolve(Long.toString(ProcessHandle.current().pid())));
      Files.deleteIfExists(data.resolve(ADDRESSES));
    } catch (IOException e) {
      log.debug("an entry stays until a command finds that its process is gone", e);
    }
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
      Map<String, String> addresses = UpSecrets.read(data.resolve(ADDRESSES));
      // a killed process may have a successor in the same folder
      if (entry.endsWith(addresses.getOrDefault(PID, "")) && isRunning(addresses)) {
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
        .filter(pid -> pid.matches("[0-9]{1,18}"))
        .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
        .filter(ProcessHandle::isAlive)
        .isPresent();
  }
}
