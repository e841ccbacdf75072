package io.tributary.launcher.up;

import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.OperationException;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.files.DeleteTree;
import io.tributary.runtime.files.FileFailure;
import io.tributary.runtime.files.FolderLock;
import io.tributary.runtime.files.Ownership;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.sink.settings.SinkSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The data folder of a pipeline, locked by this process, and settings that follow from it: secrets,
 * folders. A temporary folder is deleted at the end.
 */
final class Workspace implements Component {

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  private static final String LOCK = "up.lock";
  private static final String ANY_LOOPBACK_PORT = "127.0.0.1:0";

  private static final List<Setting<HostPort>> DEFAULTS_MOVE =
      List.of(ProcessorsSettings.LISTEN, SinkSettings.LISTEN);

  /** Settings with a created secret, by their name in the file. */
  private static final Map<String, Setting<?>> MADE = made();

  private final Settings given;
  private final Optional<Path> folder;
  private final RuntimeContext runtime;
  private @Nullable FolderLock hold;
  private @Nullable Path opened;
  private Settings settings;
  private Optional<String> adminToken = Optional.empty();
  private Optional<String> serviceToken = Optional.empty();

  Workspace(Settings given, Optional<Path> folder, RuntimeContext runtime) {
    this.given = given;
    this.folder = folder;
    this.settings = given;
    this.runtime = runtime;
  }

  @Override
  public synchronized void start() throws IOException {
    Path path = open();
    List<String> missing =
        MADE.keySet().stream()
            .filter(name -> !given.isGiven(Objects.requireNonNull(MADE.get(name))))
            .toList();
    Map<String, String> secrets = UpSecrets.in(path, missing, runtime);
    Map<String, String> own = new HashMap<>();
    secrets.forEach(
        (name, secret) -> own.put(Objects.requireNonNull(MADE.get(name)).key(), secret));
    adminToken = Optional.ofNullable(secrets.get(UpSecrets.ADMIN_TOKEN));
    serviceToken = Optional.ofNullable(secrets.get(UpSecrets.SERVICE_TOKEN));
    own.put(ProcessorsSettings.STATE_DIR.key(), path.resolve("state").toString());
    own.putAll(listeners());
    if (serviceToken.isPresent()) {
      own.put(
          GatewaySettings.SERVICE_TOKENS_FILE.key(),
          UpSecrets.writeServiceTokens(path, serviceToken.get()).toString());
    }
    if (!given.isGiven(GatewaySettings.SECRETS_FILE)) {
      String secret = Objects.requireNonNull(secrets.get(UpSecrets.CHANNEL_SECRET));
      own.put(
          GatewaySettings.SECRETS_FILE.key(),
          UpSecrets.writeChannelAccounts(path, secret).toString());
    }
    if (!given.isGiven(KafkaSettings.BOOTSTRAP_SERVERS)) {
      int brokers = Brokers.number(given, Optional.of(path));
      own.put(KafkaSettings.PARTITIONS.key(), Integer.toString(brokers));
    }
    settings = given.withDefaults(own);
  }

  /** Given settings with those of the folder. */
  synchronized Settings settings() {
    return settings;
  }

  synchronized boolean isOpen() {
    return opened != null;
  }

  synchronized Path path() {
    if (opened == null) {
      throw new IllegalStateException("no folder is open");
    }
    return opened;
  }

  private Path open() throws IOException {
    Path path =
        folder.isPresent()
            ? folder.get().toAbsolutePath().normalize()
            : Files.createTempDirectory("tributary-");
    boolean ours = !Files.exists(path) || isOurs(path);
    try {
      prepare(path);
      hold =
          FolderLock.take(path, LOCK)
              .orElseThrow(
                  () -> OperationException.failed(path + " is in use by another running pipeline"));
      opened = path;
      Ownership.requireContent(path);
    } catch (IOException e) {
      throw OperationException.failed("cannot use the data folder " + FileFailure.words(e));
    }
    if (ours) {
      Files.setPosixFilePermissions(path, PRIVATE);
    }
    return path;
  }

  /** Makes a private folder; refuses one that others made or can write, and a lock of theirs. */
  private static void prepare(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      Files.createDirectories(Objects.requireNonNull(folder.getParent()));
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(PRIVATE));
    }
    Ownership.requireFolder(folder);
    Path lock = folder.resolve(LOCK);
    if (Files.exists(lock, LinkOption.NOFOLLOW_LINKS)) {
      Ownership.requireOwner(lock);
    }
  }

  /** True for a folder that is empty or a pipeline's own. */
  private static boolean isOurs(Path folder) throws IOException {
    try (Stream<Path> content = Files.list(folder)) {
      return Files.exists(folder.resolve(LOCK)) || content.findAny().isEmpty();
    }
  }

  /** True if another pipeline runs in the folder. */
  static boolean isInUse(Path folder) {
    try {
      if (!Files.exists(folder.resolve(LOCK))) {
        return false;
      }
      Optional<FolderLock> lock = FolderLock.take(folder, LOCK);
      if (lock.isPresent()) {
        lock.get().close();
      }
      return lock.isEmpty();
    } catch (IOException e) {
      // its start says why
      return false;
    }
  }

  /** Secrets that are made unless they are given. */
  static Stream<Setting<Secret>> madeSecrets() {
    return Stream.of(
        GatewaySettings.ADMIN_TOKEN,
        GatewaySettings.API_KEY_PEPPER,
        GatewaySettings.CONFIRMATION_KEY);
  }

  /** Default addresses of metrics and health, or any ports where they are taken. */
  private Map<String, String> listeners() {
    Set<Integer> taken = new HashSet<>();
    Brokers.listeners(given, Brokers.number(given, folder))
        .forEach(broker -> taken.add(broker.port()));
    Stream.of(
            GatewaySettings.LISTEN,
            UpSettings.DYNAMODB,
            ProcessorsSettings.LISTEN,
            SinkSettings.LISTEN)
        .filter(listener -> given.isGiven(listener) || !DEFAULTS_MOVE.contains(listener))
        .forEach(listener -> taken.add(given.get(listener).port()));
    Map<String, String> listeners = new HashMap<>();
    listeners.put(GatewaySettings.OPS_LISTEN.key(), free(GatewaySettings.opsListen(given), taken));
    DEFAULTS_MOVE.forEach(
        listener -> listeners.put(listener.key(), free(given.get(listener), taken)));
    return listeners;
  }

  private static String free(HostPort address, Set<Integer> taken) {
    boolean free = !taken.contains(address.port()) && address.obstacle().isEmpty();
    taken.add(address.port());
    return free ? address.toString() : ANY_LOOPBACK_PORT;
  }

  private static Map<String, Setting<?>> made() {
    Map<String, Setting<?>> made = new LinkedHashMap<>();
    made.put(UpSecrets.ADMIN_TOKEN, GatewaySettings.ADMIN_TOKEN);
    made.put("api_key_pepper", GatewaySettings.API_KEY_PEPPER);
    made.put("confirmation_key", GatewaySettings.CONFIRMATION_KEY);
    made.put(UpSecrets.SERVICE_TOKEN, GatewaySettings.SERVICE_TOKENS_FILE);
    made.put(UpSecrets.CHANNEL_SECRET, GatewaySettings.SECRETS_FILE);
    return made;
  }

  /** Token of the admin routes; empty if one was given. */
  synchronized Optional<String> adminToken() {
    return adminToken;
  }

  /** Token with all grants; empty if tokens were given. */
  synchronized Optional<String> serviceToken() {
    return serviceToken;
  }

  /** Tokens of {@code admin} and {@code service}, as far as they are known. */
  synchronized Map<String, String> tokens() {
    Map<String, String> tokens = new HashMap<>();
    tokens.put("admin", firstAdminToken(settings));
    serviceToken.ifPresent(token -> tokens.put("service", token));
    return tokens;
  }

  static String firstAdminToken(Settings settings) {
    return settings.get(GatewaySettings.ADMIN_TOKEN).reveal().split(",", 2)[0];
  }

  @Override
  public synchronized void close(Deadline deadline) throws IOException {
    if (hold != null && opened != null) {
      if (folder.isEmpty()) {
        DeleteTree.delete(opened);
      }
      hold.close();
      hold = null;
    }
  }

  @Override
  public String toString() {
    return "data folder";
  }
}
