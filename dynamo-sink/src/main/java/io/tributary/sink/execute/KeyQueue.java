package io.tributary.sink.execute;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Tasks of one key that have not begun, in order. For one thread at a time. */
final class KeyQueue<T> {

  private final Object key;
  private final Deque<Waiting<T>> waiting = new ArrayDeque<>();

  KeyQueue(Object key) {
    this.key = key;
  }

  /**
   * A task.
   *
   * @param due time from which it may begin, by the ticker
   */
  private record Waiting<T>(T task, long due) {}

  Object key() {
    return key;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /**
   * Adds a task, or replaces the last one if that is superseded, and returns it. The place keeps
   * its due time, so that a task that is replaced again and again begins nevertheless.
   */
  Optional<T> add(T task, long due, BiPredicate<T, T> supersedes) {
    Waiting<T> last = waiting.peekLast();
    if (last == null || !supersedes.test(task, last.task())) {
      waiting.add(new Waiting<>(task, due));
      return Optional.empty();
    }
    waiting.removeLast();
    waiting.add(new Waiting<>(task, last.due()));
    return Optional.of(last.task());
  }

  T first() {
    return waiting.element().task();
  }

  /** Time at which the first task is due. */
  long due() {
    return waiting.element().due();
  }

  T removeFirst() {
    return waiting.remove().task();
  }

  /** Makes every task due. */
  void makeDue(long now) {
    for (int left = waiting.size(); left > 0; left--) {
      waiting.add(new Waiting<>(waiting.remove().task(), now));
    }
  }
}
