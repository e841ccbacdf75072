package io.tributary.simulation;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.streams.StreamsMetrics;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.Punctuator;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/** What a processor of a task sees of it. */
record NodeContext(StreamTask task, String node) implements ProcessorContext<Object, Object> {

  @Override
  public <K, V> void forward(Record<K, V> record) {
    task.forwardToAll(node, record);
  }

  @Override
  public <K, V> void forward(Record<K, V> record, String child) {
    task.forward(child, record);
  }

  @Override
  @SuppressWarnings("TypeParameterUnusedInFormals") // Kafka's interface
  public <S extends StateStore> S getStateStore(String name) {
    return task.store(name);
  }

  @Override
  public Cancellable schedule(Duration interval, PunctuationType type, Punctuator action) {
    return task.schedule(interval, type, action);
  }

  @Override
  public Cancellable schedule(
      Instant first, Duration interval, PunctuationType type, Punctuator action) {
    throw unsupported();
  }

  @Override
  public Optional<RecordMetadata> recordMetadata() {
    return task.current();
  }

  @Override
  public TaskId taskId() {
    return task.id();
  }

  @Override
  public long currentSystemTimeMs() {
    return task.millis();
  }

  @Override
  public long currentStreamTimeMs() {
    throw unsupported();
  }

  @Override
  public void commit() {}

  @Override
  public String applicationId() {
    throw unsupported();
  }

  @Override
  public Serde<?> keySerde() {
    throw unsupported();
  }

  @Override
  public Serde<?> valueSerde() {
    throw unsupported();
  }

  @Override
  public File stateDir() {
    throw unsupported();
  }

  @Override
  public StreamsMetrics metrics() {
    throw unsupported();
  }

  @Override
  public Map<String, Object> appConfigs() {
    return Map.of();
  }

  @Override
  public Map<String, Object> appConfigsWithPrefix(String prefix) {
    return Map.of();
  }

  private static UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException("no processor of ours asks for it");
  }
}
