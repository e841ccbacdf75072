package io.tributary.sink.execute;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class KeyedExecutorTest {

  private final List<Integer> sizes = new CopyOnWriteArrayList<>();
  private final KeyedExecutor<Runnable> executor =
      new KeyedExecutor<>(
          8,
          new KeyedExecutor.Grouping<>(() -> 5, (first, second) -> !(second instanceof Alone)),
          new KeyedExecutor.Coalescing<>((newer, older) -> false, older -> {}),
          System::nanoTime,
          tasks -> {
            sizes.add(tasks.size());
            tasks.forEach(Runnable::run);
          });

  /** A task that joins no other. */
  private record Alone(Runnable task) implements Runnable {

    @Override
    public void run() {
      task.run();
    }
  }

  @BeforeEach
  void start() {
    executor.start();
  }

  @AfterEach
  void close() throws InterruptedException {
    executor.close(Deadline.after(Duration.ofSeconds(10), System::nanoTime));
  }

  @Test
  void shouldKeepTheOrderOfEachKeyAndNeverOverlapIt() throws InterruptedException {
    int tasks = 20_000;
    Random random = new Random(42);
    Map<Integer, List<Integer>> given = new ConcurrentHashMap<>();
    Map<Integer, List<Integer>> done = new ConcurrentHashMap<>();
    Map<Integer, AtomicInteger> running = new ConcurrentHashMap<>();
    AtomicInteger overlaps = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      int key = random.nextInt(20);
      int number = i;
      given.computeIfAbsent(key, k -> new CopyOnWriteArrayList<>()).add(number);
      submit(
          key,
          () -> {
            AtomicInteger here = running.computeIfAbsent(key, k -> new AtomicInteger());
            if (here.incrementAndGet() != 1) {
              overlaps.incrementAndGet();
            }
            done.computeIfAbsent(key, k -> new CopyOnWriteArrayList<>()).add(number);
            here.decrementAndGet();
            all.countDown();
          });
    }

    assertThat(all.await(60, SECONDS)).isTrue();
    assertThat(done).isEqualTo(given);
    assertThat(overlaps).hasValue(0);
  }

  @Test
  void shouldLetOtherKeysPassASlowOne() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch passed = new CountDownLatch(1);
    submit("slow", new Alone(() -> await(release)));

    submit("other", new Alone(passed::countDown));

    assertThat(passed.await(10, SECONDS)).isTrue();
    release.countDown();
  }

  @Test
  void shouldContinueAfterAFailedTask() throws InterruptedException {
    CountDownLatch next = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    submit(
        "key",
        () -> {
          await(release);
          throw new ExpectedException();
        });
    submit("key", next::countDown);

    release.countDown();

    assertThat(next.await(10, SECONDS)).isTrue();
  }

  @Test
  void shouldInterruptRunningAndDropWaitingTasksWhenClosed() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    AtomicInteger late = new AtomicInteger();
    submit(
        "key",
        () -> {
          begun.countDown();
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
        });
    submit("key", late::incrementAndGet);
    assertThat(begun.await(10, SECONDS)).isTrue();

    close();
    submit("key", late::incrementAndGet);
    submit("another", late::incrementAndGet);

    assertThat(interrupted.getCount()).isZero();
    assertThat(late).hasValue(0);
  }

  private void submit(Object key, Runnable task) {
    executor.submit(key, task, Duration.ZERO);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class ExpectedException extends RuntimeException {

    ExpectedException() {
      super("expected by the test", null, false, false);
    }
  }
}
