package io.tributary.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ForegroundTest {

  private static final Duration PATIENCE = Duration.ofMillis(200);

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Termination termination = Termination.byRequest(Thread.currentThread());
  private final Foreground foreground =
      new Foreground(
          new PrintStream(out, true, StandardCharsets.UTF_8), termination, System::nanoTime);

  /** Becomes ready at the given look. */
  private static final class Slow implements Component {

    private final int readyAt;
    private int looks;
    private boolean closed;

    Slow(int readyAt) {
      this.readyAt = readyAt;
    }

    @Override
    public void start() {
      // Nothing to start.
    }

    @Override
    public List<HealthReason> check() {
      looks++;
      return looks < readyAt
          ? List.of(new HealthReason("restoring", "not yet restored"))
          : List.of();
    }

    @Override
    public void close(Deadline deadline) {
      closed = true;
    }
  }

  /** Is told to end while it starts, and turns that into whatever it throws. */
  private final class Interrupted implements Component {

    private final boolean asked;

    Interrupted(boolean asked) {
      this.asked = asked;
    }

    @Override
    public void start() {
      if (asked) {
        termination.request();
      }
      throw new IllegalStateException("cannot connect");
    }

    @Override
    public void close(Deadline deadline) {
      // Nothing to close.
    }
  }

  @AfterEach
  void forgetTheInterrupt() {
    Thread.interrupted();
  }

  private String readyLine() {
    termination.request();
    return "ready";
  }

  @Test
  void shouldSayReadyOnlyWhenNothingIsMissing() throws Exception {
    Slow service = new Slow(3);

    ExitCode code = foreground.serve(service, this::readyLine, Duration.ofSeconds(10));

    assertThat(code).isEqualTo(ExitCode.DONE);
    assertThat(service.looks).isEqualTo(3);
    assertThat(service.closed).isTrue();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("ready\n");
  }

  @Test
  void shouldFailWithTheReasonsWhenItIsNeverReady() {
    Slow service = new Slow(Integer.MAX_VALUE);

    assertThatThrownBy(() -> foreground.serve(service, this::readyLine, PATIENCE))
        .isInstanceOf(CommandException.class)
        .hasMessage("started, but not ready: not yet restored");
    assertThat(service.closed).isTrue();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void shouldCallAnEndDuringTheStartDoneWhateverItThrows() throws Exception {
    assertThat(foreground.serve(new Interrupted(true), this::readyLine, PATIENCE))
        .isEqualTo(ExitCode.DONE);
  }

  @Test
  void shouldFailWhenNobodyAskedForTheEnd() {
    assertThatThrownBy(() -> foreground.serve(new Interrupted(false), this::readyLine, PATIENCE))
        .hasMessage("cannot connect");
  }
}
