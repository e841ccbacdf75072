package io.tributary.sink.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that linger, and newer ones that take their places. */
final class LingeringTasksTest {

  private static final Duration LONG = Duration.ofHours(1);

  private final List<Task> done = new CopyOnWriteArrayList<>();
  private final List<Task> superseded = new CopyOnWriteArrayList<>();
  private volatile Consumer<Task> during = task -> {};
  private final KeyedExecutor<Task> executor =
      new KeyedExecutor<>(
          4,
          new KeyedExecutor.Grouping<>(() -> 3, (first, second) -> !second.coalesces()),
          new KeyedExecutor.Coalescing<>(
              (newer, older) -> newer.coalesces() && older.coalesces(), superseded::add),
          System::nanoTime,
          tasks ->
              tasks.forEach(
                  task -> {
                    during.accept(task);
                    done.add(task);
                  }));

  private record Task(int key, int number, boolean coalesces) {}

  LingeringTasksTest() {
    executor.start();
  }

  @AfterEach
  void close() throws InterruptedException {
    executor.close(Deadline.after(Duration.ofSeconds(10), System::nanoTime));
  }

  @Test
  void shouldRunTheTaskOfTheShorterLingerFirst() {
    executor.submit("a", counter(1), LONG);
    executor.submit("b", new Task(2, 1, true), Duration.ofMillis(50));

    await().until(() -> done.size() == 1);
    assertThat(done).containsExactly(new Task(2, 1, true));
  }

  @Test
  void shouldRunAllTasksOfAKeyAtOnceAfterAFlush() {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(1);
    during = task -> hold(task, begun, gate);
    executor.submit("a", counter(0), Duration.ZERO);
    await().until(() -> begun.getCount() == 0);
    executor.submit("a", counter(1), LONG);
    executor.submit("a", new Task(1, 2, false), Duration.ZERO);
    executor.submit("b", counter(3), LONG);

    executor.flush();
    await().until(() -> done.contains(counter(3)));
    gate.countDown();

    await().until(() -> done.size() == 4);
    assertThat(done.stream().map(Task::number).filter(number -> number != 3).toList())
        .containsExactly(0, 1, 2);
  }

  @Test
  void shouldSupersedeTasksThatHaveNotBegun() {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch begun = new CountDownLatch(4);
    during = task -> hold(task, begun, gate);
    for (int worker = 10; worker < 14; worker++) {
      executor.submit(worker, new Task(worker, 0, true), Duration.ZERO);
    }
    await().until(() -> begun.getCount() == 0);

    executor.submit("a", counter(1), Duration.ZERO);
    executor.submit("a", counter(2), Duration.ZERO);

    assertThat(superseded).containsExactly(counter(1));
    gate.countDown();
    await().until(() -> done.size() == 5);
    assertThat(done).contains(counter(2)).doesNotContain(counter(1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void shouldKeepOrderLoseNothingAndEndWithTheNewest(long seed) {
    Random random = new Random(seed);
    Map<Integer, AtomicInteger> running = new ConcurrentHashMap<>();
    AtomicInteger overlaps = new AtomicInteger();
    during =
        task -> {
          AtomicInteger here = running.computeIfAbsent(task.key(), key -> new AtomicInteger());
          overlaps.addAndGet(here.incrementAndGet() == 1 ? 0 : 1);
          Thread.onSpinWait();
          here.decrementAndGet();
        };
    Map<Integer, List<Task>> given = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      int key = random.nextInt(30);
      Task task = new Task(key, i, key % 3 > 0);
      given.computeIfAbsent(key, k -> new ArrayList<>()).add(task);
      executor.submit(
          key,
          task,
          task.coalesces() ? Duration.ofNanos(random.nextInt(3_000_000)) : Duration.ZERO);
      if (random.nextInt(500) == 0) {
        executor.flush();
      }
    }

    await().atMost(Duration.ofMinutes(1)).until(() -> done.size() + superseded.size() >= 5_000);

    assertThat(overlaps).as("seed %s", seed).hasValue(0);
    given.forEach((key, tasks) -> judge(seed, key, tasks));
  }

  /** Each ended once, what was done in order, and the last one was done. */
  private void judge(long seed, int key, List<Task> tasks) {
    List<Task> of = done.stream().filter(task -> task.key() == key).toList();
    List<Task> left = superseded.stream().filter(task -> task.key() == key).toList();
    List<Task> all = new ArrayList<>(of);
    all.addAll(left);
    assertThat(all).as("seed %s", seed).containsExactlyInAnyOrderElementsOf(tasks);
    assertThat(of).as("seed %s", seed).isSortedAccordingTo((a, b) -> a.number() - b.number());
    assertThat(of.get(of.size() - 1)).isEqualTo(tasks.get(tasks.size() - 1));
    if (key % 3 == 0) {
      assertThat(left).isEqualTo(Collections.emptyList());
    }
  }

  private static void hold(Task task, CountDownLatch begun, CountDownLatch gate) {
    if (task.number() == 0) {
      begun.countDown();
      try {
        gate.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Task counter(int number) {
    return new Task(1, number, true);
  }
}
