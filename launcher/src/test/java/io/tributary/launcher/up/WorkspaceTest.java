package io.tributary.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.OperationException;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.sink.settings.SinkSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {

  private final Path folder;

  WorkspaceTest(@TempDir Path folder) {
    this.folder = folder.resolve("data");
  }

  private Workspace open(Map<String, String> texts) throws Exception {
    return open(Settings.of(texts), Optional.of(folder));
  }

  private static Workspace open(Optional<Path> folder) throws Exception {
    return open(Settings.of(Map.of()), folder);
  }

  private static Workspace open(Settings given, Optional<Path> folder) throws Exception {
    Workspace workspace = new Workspace(given, folder, RuntimeContext.system());
    workspace.start();
    return workspace;
  }

  private static void close(Workspace workspace) throws Exception {
    workspace.close(Deadline.after(Duration.ofSeconds(1), System::nanoTime));
  }

  @Test
  void shouldKeepGivenSettings() throws Exception {
    Workspace workspace =
        open(
            Map.of(
                "admin.token", "fake-admin-token",
                "sink.listen", "127.0.0.1:9",
                "service.tokens.file", "/tokens.json",
                "kafka.session.timeout.ms", "3000"));

    Settings settings = workspace.settings();
    assertThat(settings.get(GatewaySettings.ADMIN_TOKEN).reveal()).isEqualTo("fake-admin-token");
    assertThat(settings.get(SinkSettings.LISTEN)).hasToString("127.0.0.1:9");
    assertThat(settings.get(GatewaySettings.SERVICE_TOKENS_FILE)).hasToString("/tokens.json");
    assertThat(workspace.serviceToken()).isEmpty();
    assertThat(workspace.adminToken()).isEmpty();
    assertThat(Files.readString(folder.resolve("secrets.json"))).doesNotContain("token");
    assertThat(settings.kafka()).containsOnly(Map.entry("session.timeout.ms", "3000"));
    close(workspace);
  }

  /** As root, files of others can be made. */
  @Test
  void shouldRefuseForeignWritableAndLinkedFolders() throws Exception {
    Files.createDirectory(folder);
    chmod(folder, "rwxrwxrwx");
    assertRefused("other users can write it");
    chmod(folder, "rwx------");
    close(open(Optional.of(folder)));

    Path secrets = folder.resolve("secrets.json");
    chmod(secrets, "rw-rw-rw-");
    assertRefused("secrets.json holds secrets");
    chmod(secrets, "rw-------");

    Path victim = Files.createFile(folder.resolveSibling("victim"));
    Path logs = Files.createDirectory(folder.resolve("logs"));
    Path link = Files.createSymbolicLink(logs.resolve("kafka.log"), victim);
    close(open(Optional.of(folder)));

    Path deep = Files.createDirectories(folder.resolve("kafka/log/events-0"));
    chmod(deep, "rwxrwxrwx");
    close(open(Optional.of(folder)));
    chmod(folder, "rwxr-xr-x");
    assertRefused("events-0: other users can write it");
    chmod(deep, "rwxr-xr-x");

    if (Files.getAttribute(folder, "unix:uid").equals(0)) {
      Files.setAttribute(link, "unix:uid", 65_534, LinkOption.NOFOLLOW_LINKS);
      assertRefused("kafka.log: belongs to another user");
      Files.delete(link);
      Files.setAttribute(secrets, "unix:uid", 65_534);
      assertRefused("secrets.json: belongs to another user");
      Files.setAttribute(secrets, "unix:uid", 0);
      Files.setAttribute(folder, "unix:uid", 65_534);
      assertRefused("data: belongs to another user");
      Files.setAttribute(folder, "unix:uid", 0);
    }
    close(open(Optional.of(folder)));
  }

  private static void chmod(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private void assertRefused(String rule) throws Exception {
    Workspace workspace =
        new Workspace(Settings.of(Map.of()), Optional.of(folder), RuntimeContext.system());
    assertThatThrownBy(workspace::start)
        .isInstanceOf(OperationException.class)
        .hasMessageContaining(rule);
    close(workspace);
  }

  @Test
  void shouldListenForOperatorsElsewhereIfThePortIsTaken() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int http = other.getLocalPort() - 3;
      Workspace workspace = open(Map.of("http.listen", "127.0.0.1:" + http));
      assertThat(GatewaySettings.opsListen(workspace.settings())).hasToString("127.0.0.1:0");
      close(workspace);
    }
  }

  @Test
  void shouldUseTheSameSecretsAgain() throws Exception {
    Workspace first = open(Map.of());
    close(first);
    Workspace second = open(Map.of());

    assertThat(second.settings().get(GatewaySettings.API_KEY_PEPPER).reveal())
        .isEqualTo(first.settings().get(GatewaySettings.API_KEY_PEPPER).reveal());
    close(second);
  }

  @Test
  void shouldBelongToOnePipelineAtATime() throws Exception {
    Path data = folder.resolve("a/b");
    Workspace first = open(Optional.of(data));
    assertThat(first.path()).isDirectory();
    assertThatThrownBy(() -> open(Optional.of(data)))
        .isInstanceOf(OperationException.class)
        .hasMessage(data + " is in use by another running pipeline");
    close(first);
    Workspace again = open(Optional.of(data));
    assertThat(again.path()).isEqualTo(data);
    close(again);
  }

  @Test
  void shouldBeForItsOwnerAloneUnlessOthersUseIt() throws Exception {
    Files.createDirectories(folder);
    Path used = Files.createDirectory(folder.resolve("used"));
    Files.createFile(used.resolve("of-another"));
    Path before = Files.createDirectory(folder.resolve("before"));
    Files.createFile(before.resolve("up.lock"));
    for (Path data : List.of(folder.resolve("new"), before, used)) {
      String kept = Files.exists(data) ? permissions(data) : "";
      close(open(Optional.of(data)));
      assertThat(permissions(data)).isEqualTo(data.equals(used) ? kept : "rwx------");
    }
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void shouldFollowALinkToAFolder() throws Exception {
    Path disk = Files.createDirectories(folder.resolve("disk"));
    Path link = Files.createSymbolicLink(folder.resolve("data"), disk);
    Workspace data = open(Optional.of(link));
    assertThat(data.path()).isEqualTo(link).isDirectory();
    close(data);
    assertThat(disk.resolve("up.lock")).exists();
  }

  @Test
  void shouldKeepAGivenFolderAndRemoveATemporaryOne() throws Exception {
    Workspace one = open(Optional.of(folder.resolve("kept")));
    Workspace other = open(Optional.empty());
    Path given = Files.createDirectories(one.path().resolve("kafka"));
    Path temporary = other.path();
    Files.writeString(Files.createDirectories(temporary.resolve("x/y")).resolve("z"), "z");
    close(one);
    close(other);
    assertThat(given).isDirectory();
    assertThat(temporary).doesNotExist();
  }

  @Test
  void shouldNameAFolderThatCannotBeMade() {
    assertThatThrownBy(() -> open(Optional.of(Path.of("/proc/nope"))))
        .hasMessage("cannot use the data folder /proc/nope: no such file or folder");
  }
}
