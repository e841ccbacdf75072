package io.tributary.processors.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongConsumer;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The stores of one task. The changes of a fact are kept or undone together. */
public final class TaskStores {

  private final ProcessorContext<?, ?> context;

  /** Undoes the changes since {@link #begin}, the newest first. */
  private final Deque<Runnable> undo = new ArrayDeque<>();

  private boolean recording;

  public TaskStores(ProcessorContext<?, ?> context) {
    this.context = context;
  }

  public <V> TaskStore<V> open(String name) {
    KeyValueStore<String, V> store = context.getStateStore(name);
    return new TaskStore<>(store, this);
  }

  /** Number of the task's partition. */
  public int partition() {
    return context.taskId().partition();
  }

  public long wallClock() {
    return context.currentSystemTimeMs();
  }

  /** Schedules a task between facts, with the wall clock in epoch milliseconds. */
  public void every(Duration interval, LongConsumer task) {
    context.schedule(interval, PunctuationType.WALL_CLOCK_TIME, task::accept);
  }

  /** Begins recording changes. */
  public void begin() {
    undo.clear();
    recording = true;
  }

  public void keep() {
    undo.clear();
    recording = false;
  }

  public void undo() {
    recording = false;
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }

  <V> void changed(KeyValueStore<String, V> store, String key, @Nullable V before) {
    if (recording) {
      undo.push(() -> store.put(key, before));
    }
  }
}
