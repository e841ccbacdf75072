package io.tributary.simulation;

import io.tributary.processors.dedupe.DigestStore;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.query.Position;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** The store of digests, each of whose changes goes into a changelog. */
record LoggedDigests(DigestStore digests, String topic, Changes changes)
    implements KeyValueStore<Bytes, byte[]> {

  /** Told of each change. */
  @FunctionalInterface
  interface Changes {

    void changed(String topic, byte[] key, byte @Nullable [] value);
  }

  @Override
  public void put(Bytes key, byte[] value) {
    digests.put(key, value);
    changes.changed(topic, key.get(), value);
  }

  @Override
  public byte @Nullable [] get(Bytes key) {
    return digests.get(key);
  }

  @Override
  public byte[] putIfAbsent(Bytes key, byte[] value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void putAll(List<KeyValue<Bytes, byte[]>> entries) {
    entries.forEach(entry -> put(entry.key, entry.value));
  }

  @Override
  public byte[] delete(Bytes key) {
    throw new UnsupportedOperationException();
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> range(Bytes from, Bytes to) {
    throw new UnsupportedOperationException();
  }

  @Override
  public KeyValueIterator<Bytes, byte[]> all() {
    throw new UnsupportedOperationException();
  }

  @Override
  public long approximateNumEntries() {
    return digests.approximateNumEntries();
  }

  @Override
  public String name() {
    return digests.name();
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    digests.init(context, root);
  }

  @Override
  public void commit(Map<TopicPartition, Long> changelogOffsets) {
    digests.commit(changelogOffsets);
  }

  @Override
  public void close() {
    digests.close();
  }

  @Override
  public boolean persistent() {
    return true;
  }

  @Override
  public boolean isOpen() {
    return digests.isOpen();
  }

  @Override
  public Position getPosition() {
    return digests.getPosition();
  }
}
