package io.tributary.sink.execute;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Tasks of one key that have not begun, in the order in which they came. For one thread at a time.
 */
final class KeyQueue<T> {

  private final Object key;
  private final Deque<Waiting<T>> waiting = new ArrayDeque<>();

  KeyQueue(Object key) {
    this.key = key;
  }

  /**
   * A task.
   *
   * @param due from when on it may begin, by the ticker
   */
  private record Waiting<T>(T task, long due) {}

  Object key() {
    return key;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /**
   * Puts a task behind the others, or in the place of the last one if that is superseded, which is
   * returned. The place keeps its due time, so that a task that is replaced again and again begins
   * nevertheless.
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

  /** The first task. */
  T first() {
    return waiting.element().task();
  }

  /** When the first task may begin. */
  long due() {
    return waiting.element().due();
  }

  T removeFirst() {
    return waiting.remove().task();
  }

  /** Lets every task begin now. */
  void makeDue(long now) {
    for (int left = waiting.size(); left > 0; left--) {
      waiting.add(new Waiting<>(waiting.remove().task(), now));
    }
  }
}
