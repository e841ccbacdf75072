package io.tributary.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.output.Output;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whoever watches sees the generation that is live. */
final class LiveSamplerTest {

  private final List<String> deeds = new ArrayList<>();
  private volatile int live = 1;

  private LiveSampler following() {
    return new LiveSampler(1, this::number, Looking::new, System::nanoTime);
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
      sampler.look();
      sampler.look();
      live = 0;
      sampler.look();
      assertThat(sampler.isAnew()).isFalse();
      live = 2;
      sampler.look();
      assertThat(sampler.isAnew()).isTrue();
      sampler.look();
      assertThat(sampler.isAnew()).isFalse();
    }

    assertThat(deeds)
        .containsExactly(
            "open 1", "look 1", "look 1", "look 1", "close 1", "open 2", "look 2", "look 2",
            "close 2");
  }

  @Test
  void shouldCompareNoGenerationWithAnother() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Output output = new Output(new PrintStream(out, true, StandardCharsets.UTF_8), false);
    Deque<Snapshot> looks =
        new ArrayDeque<>(
            List.of(Samples.atRest(), Samples.later(Samples.facts(5000, 100, 4900, 20))));
    LiveSampler.Sampling sampling =
        new LiveSampler.Sampling() {
          @Override
          public Snapshot look() {
            live = 2;
            return looks.remove();
          }

          @Override
          public void close() {}
        };
    try (LiveSampler sampler =
        new LiveSampler(1, this::number, generation -> sampling, System::nanoTime)) {
      new StatusWatch(sampler, "here", output, Duration.ofMillis(1)).once();
    }

    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("devices.batches")
        .doesNotContain("does not progress");
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
