package io.tributary.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.launcher.process.Termination;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class UninterruptedTaskTest {

  private final Termination termination = Termination.byRequest(Thread.currentThread());
  private final List<String> said = new ArrayList<>();

  @Test
  void shouldFinishTheTaskOnASignal() throws Exception {
    UninterruptedTask.run(
        termination,
        () -> {
          termination.request();
          said.add("interrupted " + Thread.currentThread().isInterrupted());
          said.add("asked " + termination.isRequested());
        });

    assertThat(said).containsExactly("interrupted false", "asked true");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldFailAsTheWorkDoes() {
    assertThatThrownBy(
            () ->
                UninterruptedTask.run(
                    termination,
                    () -> {
                      throw new IOException("no");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("no");
  }

  @Test
  void shouldGiveUpOnAForeignInterrupt() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> UninterruptedTask.run(termination, new CountDownLatch(1)::await))
        .isInstanceOf(InterruptedException.class);
  }
}
