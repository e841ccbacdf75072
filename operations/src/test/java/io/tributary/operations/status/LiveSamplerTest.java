package io.tributary.operations.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whoever watches sees the generation that is live. */
final class LiveSamplerTest {

  private final List<String> deeds = new ArrayList<>();
  private volatile int live = 1;

  private LiveSampler following() {
    Probe<Integer> number =
        new Probe<>("test", this::number, () -> {}, Duration.ZERO, System::nanoTime);
    return new LiveSampler(1, Optional.of(number), Looking::new, System::nanoTime);
  }

  private int number() {
    if (live == 0) {
      throw new IllegalStateException("no broker answers");
    }
    return live;
  }

  @Test
  void shouldGoOverToTheGenerationThatIsLive() throws Exception {
    try (LiveSampler sampler = following()) {
      assertTwoLooks(sampler);
      live = 0;
      assertTwoLooks(sampler);
      live = 2;
      Status other = sampler.next(Duration.ZERO);
      assertThat(other.before()).as("no look at generation 1").isSameAs(other.now());
      assertTwoLooks(sampler);
    }

    assertThat(deeds)
        .containsExactly(
            "open 1", "look 1", "look 1", "look 1", "close 1", "open 2", "look 2", "look 2",
            "close 2");
  }

  private static void assertTwoLooks(LiveSampler sampler) throws InterruptedException {
    Status status = sampler.next(Duration.ZERO);
    assertThat(status.before()).isNotSameAs(status.now());
  }

  /** Says what it does. */
  private final class Looking implements LiveSampler.Sampling {

    private final int generation;

    Looking(int generation) {
      this.generation = generation;
      deeds.add("open " + generation);
    }

    @Override
    public Snapshot look() {
      deeds.add("look " + generation);
      return Samples.withMembers(Samples.atRest(), Map.of());
    }

    @Override
    public void close() {
      deeds.add("close " + generation);
    }
  }
}
