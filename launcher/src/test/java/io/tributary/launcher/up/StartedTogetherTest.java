package io.tributary.launcher.up;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class StartedTogetherTest {

  private final CyclicBarrier barrier = new CyclicBarrier(2);
  private final List<String> closed = new ArrayList<>();

  /** Gets started only when the other one is starting too; notes that it was closed, and fails. */
  private final class Part implements Component {

    private final String name;

    Part(String name) {
      this.name = name;
    }

    @Override
    public void start() throws Exception {
      barrier.await(10, SECONDS);
    }

    @Override
    public void close(Deadline deadline) {
      closed.add(name);
      throw new IllegalStateException(name);
    }
  }

  @Test
  void shouldStartAtTheSameTimeAndCloseAllInOrder() throws Exception {
    StartedTogether parts = new StartedTogether(List.of(new Part("gateway"), new Part("sink")));

    parts.start();

    assertThatThrownBy(() -> parts.close(Deadline.after(Duration.ofSeconds(1), System::nanoTime)))
        .hasMessage("gateway");
    assertThat(closed).containsExactly("gateway", "sink");
  }
}
