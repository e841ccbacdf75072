package io.tributary.launcher.up;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.runtime.lifecycle.Deadline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServerTest {

  private final CountDownLatch deaths = new CountDownLatch(1);
  private final Path folder;

  EmbeddedServerTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private EmbeddedServer server(String script) {
    ServerPlan plan =
        new ServerPlan(
            "Probe",
            "probe",
            List.of("sh", "-c", script),
            folder.resolve("tmp"),
            folder.resolve("logs/probe.log"));
    return new EmbeddedServer(plan, failure -> deaths.countDown());
  }

  private static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(10), System::nanoTime);
  }

  @Test
  void shouldSkipLinesOfJavaBeforeTheChilds() throws Exception {
    EmbeddedServer server =
        server(
            "echo '[0.015s][warning] a file is locked'; echo ready probe=127.0.0.1:7;"
                // more than a pipe holds
                + " seq 50000; echo done >&2; cat");
    server.start();

    assertThat(server.endpoint()).isEqualTo("127.0.0.1:7");
    Path log = folder.resolve("logs/probe.log");
    await().untilAsserted(() -> assertThat(log).content().contains("\n50000\n", "done"));
    assertThat(log).content().startsWith("[0.015s][warning] a file is locked\n1\n");
    server.close(soon());

    EmbeddedServer crashing = server("echo '# SIGBUS'; exit 134");
    crashing.start();
    assertThatThrownBy(crashing::endpoint).hasMessage("the embedded Probe did not start: # SIGBUS");
  }

  @Test
  void shouldReportTheChildsDeath() throws Exception {
    EmbeddedServer server = server("echo ready probe=127.0.0.1:7; read line");
    server.start();

    server.close(soon());
    assertThat(deaths.getCount()).isEqualTo(1);

    EmbeddedServer dying = server("echo ready probe=127.0.0.1:7");
    dying.start();
    assertThat(dying.endpoint()).isEqualTo("127.0.0.1:7");
    assertThat(deaths.await(10, SECONDS)).isTrue();
  }

  @Test
  void shouldNotForwardSecrets() throws Exception {
    EmbeddedServer server =
        server("env | grep -c TRIBUTARY_ >&2; echo ready probe=$MALLOC_ARENA_MAX; cat");
    server.start();

    assertThat(server.endpoint()).isEqualTo("1");
    assertThat(Files.readString(folder.resolve("logs/probe.log"))).isEqualTo("0\n");
    server.close(soon());
  }
}
