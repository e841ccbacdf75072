package io.tributary.launcher.up;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.operations.OperationException;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class InParallelTest {

  private final CyclicBarrier barrier = new CyclicBarrier(2);

  /** Gets on only when the other one is on its way too. */
  private final class Half implements Component {

    private boolean started;

    @Override
    public void start() throws Exception {
      barrier.await(10, SECONDS);
      started = true;
    }

    @Override
    public void close(Deadline deadline) throws Exception {
      barrier.await(10, SECONDS);
      started = false;
    }
  }

  private record Failing(String message) implements Component {

    @Override
    public void start() {
      throw OperationException.failed(message);
    }

    @Override
    public void close(Deadline deadline) {
      start();
    }
  }

  @Test
  void shouldStartAndCloseAtTheSameTime() throws Exception {
    Half one = new Half();
    Half other = new Half();
    InParallel both = new InParallel(List.of(one, other));

    both.start();
    assertThat(one.started && other.started).isTrue();
    both.close(Deadline.after(Duration.ofSeconds(1), System::nanoTime));
    assertThat(one.started || other.started).isFalse();
  }

  @Test
  void shouldFailWithTheCause() {
    InParallel both = new InParallel(List.of(new Failing("one"), new Failing("two")));

    assertThatThrownBy(both::start).isInstanceOf(OperationException.class).hasMessage("one");
  }

  @Test
  void shouldCloseAllInOrderEvenIfOneFails() {
    List<String> closed = new CopyOnWriteArrayList<>();
    InParallel parts =
        new InParallel(List.of(new Closing("gateway", closed), new Closing("sink", closed)), true);

    assertThatThrownBy(() -> parts.close(Deadline.after(Duration.ofSeconds(1), System::nanoTime)))
        .hasMessage("gateway");
    assertThat(closed).containsExactly("gateway", "sink");
  }

  /** Notes that it was closed, and fails. */
  private record Closing(String name, List<String> closed) implements Component {

    @Override
    public void close(Deadline deadline) {
      closed.add(name);
      throw new IllegalStateException(name);
    }
  }
}
