package io.tributary.processors.kit;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** One task without a driver: a context for its processor, and stores that outlive a restart. */
public final class MockTask {

  private final Path stateDir;
  private final int partition;
  private final List<String> storeNames;
  private final Map<String, KeyValueStore<String, byte[]>> stores = new TreeMap<>();
  private MockProcessorContext<Object, Object> context;

  public MockTask(Path stateDir, int partition, List<String> storeNames) {
    this.stateDir = stateDir;
    this.partition = partition;
    this.storeNames = storeNames;
    this.context = restart();
  }

  /**
   * Begins afresh over the stores as they are; a processor has to be initialized with the answer.
   */
  public MockProcessorContext<Object, Object> restart() {
    context =
        new MockProcessorContext<>(new Properties(), new TaskId(0, partition), stateDir.toFile());
    storeNames.forEach(name -> context.addStateStore(stores.computeIfAbsent(name, this::opened)));
    return context;
  }

  private KeyValueStore<String, byte[]> opened(String name) {
    KeyValueStore<String, byte[]> store =
        Stores.keyValueStoreBuilder(
                Stores.inMemoryKeyValueStore(name), Serdes.String(), Serdes.ByteArray())
            .withLoggingDisabled()
            .build();
    store.init(context.getStateStoreContext(), store);
    return store;
  }

  /** Where the next record stands. */
  public void at(String topic, long offset) {
    context.setRecordMetadata(topic, partition, offset);
  }

  /** Lets the wall clock, in epoch milliseconds, call whatever is scheduled. */
  public void punctuate(long wallClock) {
    context.setCurrentSystemTimeMs(wallClock);
    context
        .scheduledPunctuators()
        .forEach(scheduled -> scheduled.getPunctuator().punctuate(wallClock));
  }

  /** What was forwarded since it was last asked. */
  public List<MockProcessorContext.CapturedForward<?, ?>> takeForwarded() {
    List<MockProcessorContext.CapturedForward<?, ?>> taken = List.copyOf(context.forwarded());
    context.resetForwards();
    return taken;
  }
}
