package io.tributary.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/** A topology that can be asked for its nodes, as far as ours have them. */
final class RecordedTopology extends Topology {

  private final Map<String, List<String>> sources = new LinkedHashMap<>();
  private final Map<String, ProcessorSupplier<?, ?, ?, ?>> processors = new LinkedHashMap<>();
  private final Map<String, Sink> sinks = new HashMap<>();
  private final Map<String, StoreBuilder<?>> stores = new TreeMap<>();
  private final Map<String, List<String>> parents = new HashMap<>();

  /** Nodes and stores by the part of the topology that they are in: any of its names. */
  private final Map<String, String> together = new HashMap<>();

  /** A node that writes a topic. */
  record Sink(
      String topic,
      Serializer<Object> keys,
      Serializer<Object> values,
      @Nullable StreamPartitioner<Object, Object> partitioner) {}

  /**
   * A part of the topology that shares no node and no store with the others.
   *
   * @param sources topics by the node that reads them
   * @param parents nodes by their children
   */
  record Part(
      String name,
      Map<String, List<String>> sources,
      Map<String, ProcessorSupplier<?, ?, ?, ?>> processors,
      Map<String, Sink> sinks,
      Map<String, StoreBuilder<?>> stores,
      Map<String, List<String>> parents) {

    Set<String> topics() {
      Set<String> topics = new TreeSet<>();
      sources.values().forEach(topics::addAll);
      return topics;
    }
  }

  @Override
  public synchronized <K, V> Topology addSource(
      String name, Deserializer<K> keys, Deserializer<V> values, String... topics) {
    sources.put(name, List.of(topics));
    return this;
  }

  @Override
  public synchronized <K, V, L, W> Topology addProcessor(
      String name, ProcessorSupplier<K, V, L, W> supplier, String... parentNames) {
    processors.put(name, supplier);
    connect(name, parentNames);
    return this;
  }

  @Override
  public synchronized <K, V> Topology addSink(
      String name, String topic, Serializer<K> keys, Serializer<V> values, String... parentNames) {
    return addSink(name, topic, keys, values, null, parentNames);
  }

  @Override
  @SuppressWarnings("unchecked") // what is sent to a node has its types
  public synchronized <K, V> Topology addSink(
      String name,
      String topic,
      Serializer<K> keys,
      Serializer<V> values,
      @Nullable StreamPartitioner<? super K, ? super V> partitioner,
      String... parentNames) {
    sinks.put(
        name,
        new Sink(
            topic,
            (Serializer<Object>) keys,
            (Serializer<Object>) values,
            (StreamPartitioner<Object, Object>) partitioner));
    connect(name, parentNames);
    return this;
  }

  @Override
  public synchronized <S extends StateStore> Topology addStateStore(
      StoreBuilder<S> store, String... processorNames) {
    stores.put(store.name(), store);
    return connectProcessorAndStateStores(processorNames[0], store.name());
  }

  @Override
  public synchronized Topology connectProcessorAndStateStores(
      String processor, String... storeNames) {
    for (String store : storeNames) {
      join(processor, store);
    }
    return this;
  }

  private void connect(String name, String... parentNames) {
    parents.put(name, List.of(parentNames));
    for (String parent : parentNames) {
      join(parent, name);
    }
  }

  private void join(String one, String other) {
    together.put(root(other), root(one));
  }

  private String root(String name) {
    String above = together.getOrDefault(name, name);
    return above.equals(name) ? name : root(above);
  }

  /** The parts that share nothing, in the order of their names. */
  List<Part> parts() {
    Set<String> roots = new TreeSet<>();
    sources.keySet().forEach(source -> roots.add(root(source)));
    List<Part> parts = new ArrayList<>();
    for (String root : roots) {
      parts.add(
          new Part(
              root,
              within(root, sources),
              within(root, processors),
              within(root, sinks),
              within(root, stores),
              parents));
    }
    return parts;
  }

  private <T> Map<String, T> within(String root, Map<String, T> all) {
    Map<String, T> own = new LinkedHashMap<>();
    all.forEach(
        (name, each) -> {
          if (root(name).equals(root)) {
            own.put(name, each);
          }
        });
    return own;
  }
}
