package io.tributary.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ServeUntilSignalTest {

  private final AtomicLong nanos = new AtomicLong();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Termination termination = Termination.byRequest(Thread.currentThread());
  private final ServeUntilSignal serving =
      new ServeUntilSignal(
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
    public List<HealthReason> unreadyReasons() {
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

    serving.serve(service, this::readyLine);

    assertThat(service.looks).isEqualTo(3);
    assertThat(service.closed).isTrue();
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("ready\n");
  }

  @Test
  void shouldReportItsDelayAndContinue() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(ServeUntilSignal.class);
    ListAppender<ILoggingEvent> logged = new ListAppender<>();
    logged.start();
    logger.addAppender(logged);
    ServeUntilSignal hurried =
        new ServeUntilSignal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            termination,
            () -> nanos.getAndAdd(Duration.ofSeconds(10).toNanos()));

    hurried.serve(new Slow(12), this::readyLine);
    logger.detachAppender(logged);

    assertThat(logged.list.stream().map(ILoggingEvent::getFormattedMessage))
        .contains("not ready 50 s after the start, continuing: not yet restored")
        .hasSizeGreaterThan(2);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("ready\n");
  }

  @Test
  void shouldReportDoneForAnEndDuringTheStart() {
    assertThatCode(() -> serving.serve(new Interrupted(true), this::readyLine))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldFailWithoutARequestedEnd() {
    assertThatThrownBy(() -> serving.serve(new Interrupted(false), this::readyLine))
        .hasMessage("cannot connect");
  }
}
