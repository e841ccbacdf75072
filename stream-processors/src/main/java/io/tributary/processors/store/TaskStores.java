package io.tributary.processors.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongConsumer;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The stores of one task. What one fact changes in them is kept or undone together. */
public final class TaskStores {

  private final ProcessorContext<?, ?> context;

  /** Puts back the changes since {@link #begin}, the newest first. */
  private final Deque<Runnable> undo = new ArrayDeque<>();

  private boolean recording;

  /** Creates the stores of a task from its context. */
  public TaskStores(ProcessorContext<?, ?> context) {
    this.context = context;
  }

  /** The store of that name. */
  public <V> TaskStore<V> open(String name) {
    KeyValueStore<String, V> store = context.getStateStore(name);
    return new TaskStore<>(store, this);
  }

  /** Number of the partition whose facts the task processes. */
  public int partition() {
    return context.taskId().partition();
  }

  /** The wall clock, epoch milliseconds. */
  public long wallClock() {
    return context.currentSystemTimeMs();
  }

  /** Calls a task between facts, with the wall clock in epoch milliseconds. */
  public void every(Duration interval, LongConsumer task) {
    context.schedule(interval, PunctuationType.WALL_CLOCK_TIME, task::accept);
  }

  /** From now on changes can be undone. */
  public void begin() {
    undo.clear();
    recording = true;
  }

  /** Keeps the changes since {@link #begin}. */
  public void keep() {
    undo.clear();
    recording = false;
  }

  /** Takes back the changes since {@link #begin}. */
  public void undo() {
    recording = false;
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }

  /** Notes an entry that changes. */
  <V> void changed(KeyValueStore<String, V> store, String key, @Nullable V before) {
    if (recording) {
      undo.push(() -> store.put(key, before));
    }
  }
}
