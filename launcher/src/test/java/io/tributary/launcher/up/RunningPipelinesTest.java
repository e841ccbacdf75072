package io.tributary.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.OperationException;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningPipelinesTest {

  private static final Map<String, String> ADDRESSES = Map.of("bootstrap.servers", "127.0.0.1:7");
  private static final String DEAD = Integer.toString(Integer.MAX_VALUE);

  private final Path runtime;
  private final Path data;
  private final RunningPipelines pipelines;

  RunningPipelinesTest(@TempDir Path runtime, @TempDir Path data) {
    this.runtime = runtime;
    this.data = data;
    pipelines = new RunningPipelines(Map.of("XDG_RUNTIME_DIR", runtime.toString()));
  }

  @Test
  void shouldFindTheOneThatRunsWithItsTokens() throws IOException {
    assertThat(pipelines.only()).isEmpty();
    UpSecrets.write(data.resolve("secrets.json"), Map.of("admin_token", "a", "other", "b"));
    pipelines.add(data, ADDRESSES);

    assertThat(pipelines.only()).contains(data);
    Settings settings = RunningPipelines.settings(data);
    assertThat(settings.get(KafkaSettings.BOOTSTRAP_SERVERS)).isEqualTo("127.0.0.1:7");
    assertThat(settings.get(GatewaySettings.ADMIN_TOKEN).reveal()).isEqualTo("a");

    pipelines.remove(data);
    assertThat(pipelines.only()).isEmpty();
    assertThat(Files.exists(data.resolve("addresses.json"))).isFalse();
  }

  @Test
  void shouldForgetOneThatWasKilledAndRefuseToGuessBetweenTwo(@TempDir Path other)
      throws IOException {
    pipelines.add(data, ADDRESSES);
    UpSecrets.write(other.resolve("addresses.json"), Map.of("pid", DEAD));
    Path entry = Files.writeString(runtime.resolve("tributary").resolve(DEAD), other.toString());

    assertThat(pipelines.only()).contains(data);
    assertThat(Files.exists(entry)).isFalse();
    assertThatThrownBy(() -> RunningPipelines.settings(other))
        .isInstanceOf(OperationException.class)
        .hasMessageContaining("no `up` runs in " + other);

    Files.writeString(runtime.resolve("tributary").resolve("1"), data.toString());
    assertThat(pipelines.only()).as("the one before it in its folder was killed").contains(data);

    Files.writeString(runtime.resolve("tributary").resolve("1"), other.toString());
    UpSecrets.write(other.resolve("addresses.json"), Map.of("pid", "1"));
    assertThatThrownBy(pipelines::only)
        .isInstanceOf(OperationException.class)
        .hasMessageContainingAll("choose one: ", "--data " + data, "--data " + other);
  }

  @Test
  void shouldBelieveNothingThatOthersCanWrite() throws IOException {
    pipelines.add(data, ADDRESSES);
    Files.setPosixFilePermissions(
        runtime.resolve("tributary"), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(pipelines.only()).isEmpty();
  }
}
