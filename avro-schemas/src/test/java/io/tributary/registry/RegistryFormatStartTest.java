package io.tributary.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.registry.ScriptedRegistry.Answer;
import io.tributary.schemas.format.SchemaUnavailableException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class RegistryFormatStartTest {

  private static final Duration SLOW = Duration.ofMillis(500);

  @Test
  void shouldBoundAStartAtARegistryThatAnswersEachQuestionSlowly() throws Exception {
    try (ScriptedRegistry registry =
        new ScriptedRegistry(
            request -> {
              LockSupport.parkNanos(SLOW.toNanos());
              return Answer.NOTHING;
            })) {
      RegistryFormat format = new RegistryFormat(registry.address(), "");
      assertThatThrownBy(() -> format.start(Duration.ofSeconds(2)))
          .isInstanceOf(SchemaUnavailableException.class)
          .hasMessage(
              "the schema registry at %s has not answered everything within 2 seconds",
              registry.address());
      assertThat(registry.asked()).isBetween(1, 5);
    }
  }

  @Test
  void shouldSayWhyNothingCanBeAsked() {
    RegistryAddress nowhere = RegistryAddress.of(URI.create("http://127.0.0.1:1"));
    assertThatThrownBy(new RegistryFormat(nowhere, "")::start)
        .isInstanceOf(SchemaUnavailableException.class)
        .hasMessageStartingWith("the schema registry at http://127.0.0.1:1 cannot be asked")
        .message()
        .containsOnlyOnce("the schema registry");
  }
}
