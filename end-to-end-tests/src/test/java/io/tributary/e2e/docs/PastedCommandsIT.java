package io.tributary.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OwnDynamoDb;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.ReadyLine;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.process.Tools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The commands of README and quickstart work when pasted in order, and print the shown output. The
 * quickstart continues with the pipeline of the README.
 */
@OwnDynamoDb
final class PastedCommandsIT {

  private static final String README = "README.md";
  private static final String QUICKSTART = "docs/quickstart.md";
  private static final String DATA = "/tmp/tributary";
  private static final String UP = "./tributary up --data " + DATA;

  private final Workplace place = Workplace.named("pasted-commands");
  private final Path data = place.serversFolder("up");
  private final Launcher launcher =
      place
          .launcherWithoutSecrets()
          .with(
              Map.of(
                  "TRIBUTARY_HTTP_LISTEN", "127.0.0.1:0",
                  "TRIBUTARY_KAFKA", "127.0.0.1:0",
                  "TRIBUTARY_DYNAMODB", "127.0.0.1:0"));

  /** All but the demo, which {@code LifecycleIT} runs. */
  @Test
  void shouldWorkInThisCheckout() throws Exception {
    if (Tools.canRun("curl")) {
      paste(Launcher.ROOT);
    }
  }

  @Tag("storm")
  @Test
  void shouldWorkInAnEmptyClone() throws Exception {
    if (!Tools.canRun("curl") || !Tools.canRun("git")) {
      return;
    }
    Path clone = place.freshFolder("clone");
    try (RunningProcess git = launcher.startShell("git", "git clone . " + clone, Launcher.ROOT)) {
      assertThat(git.awaitExit()).as(git.logged()).isZero();
    }
    Walkthrough.of(clone, README).before(UP + "\n").run(folder("demo"), Map.of(), Map.of());
    paste(clone);
  }

  private void paste(Path root) throws Exception {
    String line = UP.replace(DATA, data.toString());
    ChannelPages channels = new ChannelPages(folder("channels"));
    Launcher started =
        launcher.with(
            Map.of(
                "TRIBUTARY_SECRETS_FILE", channels.accounts().toString(),
                "XDG_RUNTIME_DIR", folder("runtime").toString()));
    Files.createDirectories(folder("runtime"));
    try (RunningProcess up = started.startShell("up", line, root)) {
      ReadyLine ready = up.awaitReady();
      Map<String, String> replaced =
          Map.of(DATA, data.toString(), "http://127.0.0.1:8080", ready.get("http"));
      Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", folder("runtime").toString());
      int readme =
          Walkthrough.of(root, README)
              .after(UP + "\n")
              .run(folder("readme"), replaced, environment);
      int quickstart =
          Walkthrough.of(root, QUICKSTART)
              .after(UP + "\n")
              .run(folder("quickstart"), replaced, environment);
      assertThat(readme).isEqualTo(1);
      assertThat(quickstart).isEqualTo(4);
      int tests = Tools.canRun("openssl") ? channels.test(ready.get("http")) : 0;
      System.out.printf(
          "pasted commands: %d outputs as shown, %d channels answered%n",
          readme + quickstart, tests);
    }
  }

  private static Path folder(String name) {
    return Path.of("target", "e2e-logs", "pasted-commands", name).toAbsolutePath();
  }
}
