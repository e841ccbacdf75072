package io.tributary.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.embedded.child.ListeningSockets;
import io.tributary.embedded.child.StartedChild;
import io.tributary.registry.SchemaRegistration;
import io.tributary.registry.Subject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedRegistryTest {

  private static final Duration STOP_LIMIT = Duration.ofMinutes(1);

  @Test
  void shouldKeepSchemasUnderTheirIdsThroughAKill(@TempDir Path directory) throws Exception {
    List<SchemaRegistration.Standing> before;
    Map<String, String> carried;
    List<Subject> late = Subject.ofCatalogue("late-").subList(0, 1);
    try (RegistryChild child = RegistryChild.start(directory);
        SchemaRegistration schemas = new SchemaRegistration(child.address(), "")) {
      assertThat(ListeningSockets.exposedBy(child.process().pid())).isEmpty();
      assertThat(schemas.register()).isPositive();
      before = schemas.standing();
      carried = schemas.ids().newTo(Map.of());
      try (SchemaRegistration last = new SchemaRegistration(child.address(), late)) {
        last.register();
        child.process().kill();
      }
    }

    try (RegistryChild child = RegistryChild.start(directory);
        SchemaRegistration schemas = new SchemaRegistration(child.address(), "")) {
      assertThat(schemas.standing()).isEqualTo(before).isNotEmpty();
      assertThat(schemas.drift()).isEmpty();
      assertThat(carried).isNotEmpty();
      assertThat(schemas.ids().differences(carried)).isEmpty();
      try (SchemaRegistration last = new SchemaRegistration(child.address(), late)) {
        assertThat(last.register()).isZero();
      }
      assertThat(schemas.register()).isZero();

      child.process().leave();
      assertThat(child.process().exitCode(STOP_LIMIT)).isZero();
      assertThat(child.process().unread()).isEmpty();
    }
  }

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
