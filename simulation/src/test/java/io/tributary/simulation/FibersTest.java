package io.tributary.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class FibersTest {

  @AutoClose private final Fibers fibers = new Fibers();
  private final List<String> happened = new ArrayList<>();

  private Runnable twoHalves(String name) {
    return () -> {
      happened.add(name + 1);
      Fibers.stop();
      happened.add(name + 2);
    };
  }

  @Test
  void shouldDoHalvesOfStepsInTheOrderInWhichTheyAreResumed() {
    Fibers.Fiber a = fibers.prepare(twoHalves("a"));
    Fibers.Fiber b = fibers.prepare(twoHalves("b"));

    assertThat(a.resume()).isFalse();
    assertThat(b.resume()).isFalse();
    assertThat(a.resume()).isTrue();
    assertThat(b.resume()).isTrue();
    assertThat(happened).containsExactly("a1", "b1", "a2", "b2");
  }

  @Test
  void shouldEndAnAbandonedStepWhereItStopped() {
    Fibers.Fiber abandoned =
        fibers.prepare(
            () -> {
              try {
                twoHalves("a").run();
              } catch (Crash e) {
                happened.add("crash");
              }
            });

    assertThat(abandoned.resume()).isFalse();
    abandoned.abandon();

    assertThat(happened).containsExactly("a1", "crash");
  }

  @Test
  void shouldEndAStepThatAnotherAbandons() {
    Fibers.Fiber first = fibers.prepare(twoHalves("a"));
    assertThat(first.resume()).isFalse();

    Fibers.Fiber second =
        fibers.prepare(
            () -> {
              first.abandon();
              happened.add("b");
            });

    assertThat(second.resume()).isTrue();
    assertThat(happened).containsExactly("a1", "b");
  }

  @Test
  void xxSpeed() {
    for (int k = 0; k < 5; k++) {
      long t = System.nanoTime();
      for (int i = 0; i < 20000; i++) {
        Fibers.Fiber a = fibers.prepare(Fibers::stop);
        a.resume();
        a.resume();
      }
      System.out.println("per fiber of 2 resumes us " + (System.nanoTime() - t) / 20_000_000.0);
    }
  }
}
