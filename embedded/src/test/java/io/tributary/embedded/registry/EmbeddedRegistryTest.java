package io.tributary.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.embedded.child.StartedChild;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedRegistryTest {

  private static final Duration STOP_LIMIT = Duration.ofMinutes(1);

  @Test
  void shouldSayThatThereIsNoServer(@TempDir Path directory) throws Exception {
    try (StartedChild child =
        StartedChild.start(
            EmbeddedRegistry.class,
            "--listen",
            "127.0.0.1:0",
            "--data",
            directory.toString(),
            "--server",
            directory.resolve("nothing").toString())) {
      assertThat(child.exitCode(STOP_LIMIT)).isEqualTo(2);
      assertThat(child.errors()).contains("cannot start: there is no server in ");
    }
  }
}
