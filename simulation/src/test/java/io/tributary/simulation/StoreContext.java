package io.tributary.simulation;

import java.io.File;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.CommitCallback;
import org.apache.kafka.streams.processor.StateRestoreCallback;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** What a store of a task sees of it: a folder, and its changelog. */
record StoreContext(
    File stateDir, TaskId taskId, BiConsumer<StateStore, StateRestoreCallback> restoring)
    implements StateStoreContext {

  @Override
  public void register(StateStore store, StateRestoreCallback callback) {
    restoring.accept(store, callback);
  }

  @Override
  public void register(StateStore store, StateRestoreCallback callback, CommitCallback commit) {
    restoring.accept(store, callback);
  }

  @Override
  public String applicationId() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<RecordMetadata> recordMetadata() {
    return Optional.empty();
  }

  @Override
  public Serde<?> keySerde() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Serde<?> valueSerde() {
    throw new UnsupportedOperationException();
  }

  @Override
  public StreamsMetrics metrics() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Map<String, Object> appConfigs() {
    return Map.of();
  }

  @Override
  public Map<String, Object> appConfigsWithPrefix(String prefix) {
    return Map.of();
  }
}
