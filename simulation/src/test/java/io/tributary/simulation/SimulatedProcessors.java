package io.tributary.simulation;

import io.tributary.processors.TopologyAssembly;
import io.tributary.processors.fact.Succession;
import io.tributary.processors.plan.TopologyPlan;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import java.io.File;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KeyValue;
import org.jspecify.annotations.Nullable;

/**
 * Processors as Kafka Streams runs them with {@code exactly_once_v2}, on one thread: the product's
 * topology in tasks, one for each part of it and partition, whose outputs, changelogs and offsets
 * are one transaction. A task is made when its partition brings the first record.
 */
final class SimulatedProcessors extends SimulatedProcess implements ConsumerRebalanceListener {

  /** Streams' own setting of ours. */
  private static final long COMMIT_NANOS = Duration.ofMillis(100).toNanos();

  private static final long IDLE_NANOS = Duration.ofMillis(2500).toNanos();
  private static final int MOST_AT_ONCE = 6;
  private static final int RECORDS_PER_POLL = 20;

  /** Of all runs: what a task finds in its folder is nothing. */
  private static final AtomicLong FOLDERS = new AtomicLong();

  private final Log log;
  private final String application;
  private final File files;
  private final Map<String, RecordedTopology.Part> partOfTopic = new TreeMap<>();
  private final Map<String, StreamTask> tasks = new TreeMap<>();
  private final Map<TopicPartition, Deque<ConsumerRecord<byte[], byte[]>>> read =
      new TreeMap<>(
          Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
  private final Map<TopicPartition, OffsetAndMetadata> processed = new HashMap<>();
  private @Nullable Consumer<byte[], byte[]> consumer;
  private @Nullable Producer<byte[], byte[]> producer;
  private boolean inTransaction;
  private long lastCommit;

  SimulatedProcessors(World world, String name, Installation installation, Log log, File files) {
    super(world, name);
    this.log = log;
    this.files = files;
    this.application = "tributary-processors";
    RecordedTopology topology = topology(installation, ambient().clock());
    topology.parts().forEach(part -> part.topics().forEach(each -> partOfTopic.put(each, part)));
    wakes(actor("thread", this::turn));
  }

  private static RecordedTopology topology(Installation installation, InstantSource clock) {
    RecordedTopology topology = new RecordedTopology();
    TopologyAssembly.assemble(
        new TopologyPlan(
            TopicNaming.PLAIN,
            installation.framing(),
            Installation.METERS,
            Succession.FIRST,
            clock,
            Topic::partitions,
            topology),
        installation.settings());
    return topology;
  }

  private long turn() {
    try {
      return work(joined());
    } catch (KafkaException e) {
      // the thread is replaced
      giveUp();
      return Duration.ofMillis(200).toNanos();
    }
  }

  private Consumer<byte[], byte[]> joined() {
    Consumer<byte[], byte[]> member = consumer;
    if (member == null) {
      Producer<byte[], byte[]> made = log.producer(this, application + '-' + name());
      producer = made;
      made.initTransactions();
      member = log.member(this, application, RECORDS_PER_POLL);
      consumer = member;
      member.subscribe(partOfTopic.keySet(), this);
    }
    return member;
  }

  private long work(Consumer<byte[], byte[]> member) {
    boolean polled = false;
    if (read.isEmpty() || chance().nextInt(3) == 0) {
      for (ConsumerRecord<byte[], byte[]> each : member.poll(Duration.ZERO)) {
        TopicPartition partition = new TopicPartition(each.topic(), each.partition());
        read.computeIfAbsent(partition, any -> new ArrayDeque<>()).add(each);
        polled = true;
      }
    }
    process();
    boolean punctuated = punctuate();
    boolean open = inTransaction || !processed.isEmpty();
    if (open && (world().nanos() - lastCommit >= COMMIT_NANOS || chance().nextInt(4) == 0)) {
      commit(member);
      open = false;
    }
    if (polled || punctuated || open || !read.isEmpty()) {
      return chance().nextInt(1_000_000);
    }
    return IDLE_NANOS;
  }

  /** Some records, each from any partition: how far one is read says nothing of the others. */
  private void process() {
    for (int left = chance().between(1, MOST_AT_ONCE); left > 0 && !read.isEmpty(); left--) {
      TopicPartition from = chance().of(List.copyOf(read.keySet()));
      if (!isRestorable(from)) {
        continue;
      }
      Deque<ConsumerRecord<byte[], byte[]>> records = read.get(from);
      ConsumerRecord<byte[], byte[]> next = records.remove();
      if (records.isEmpty()) {
        read.remove(from);
      }
      task(from).process(next);
      processed.put(from, new OffsetAndMetadata(next.offset() + 1));
    }
  }

  /** Restoring goes to the end of a changelog, and waits for transactions that are open there. */
  private boolean isRestorable(TopicPartition partition) {
    RecordedTopology.Part part = partOfTopic.get(partition.topic());
    return tasks.containsKey(id(part, partition))
        || part.stores().keySet().stream()
            .map(store -> StreamTask.changelog(application, store))
            .allMatch(each -> log.isSettled(new TopicPartition(each, partition.partition())));
  }

  private static String id(RecordedTopology.Part part, TopicPartition partition) {
    return part.name() + '-' + partition.partition();
  }

  private StreamTask task(TopicPartition partition) {
    RecordedTopology.Part part = partOfTopic.get(partition.topic());
    String id = id(part, partition);
    StreamTask known = tasks.get(id);
    if (known != null) {
      return known;
    }
    StreamTask made =
        new StreamTask(
            part,
            partition.partition(),
            new StreamTask.Surroundings(
                application,
                this::send,
                log::partitions,
                this::changelog,
                new File(files, "task-" + FOLDERS.incrementAndGet()),
                ambient()::nowMillis));
    tasks.put(id, made);
    return made;
  }

  private List<KeyValue<byte[], byte @Nullable []>> changelog(String topic, int partition) {
    call("restore");
    List<KeyValue<byte[], byte @Nullable []>> changes = new ArrayList<>();
    log.committed(new TopicPartition(topic, partition))
        .forEach(record -> changes.add(KeyValue.pair(record.key(), record.value())));
    return changes;
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    Producer<byte[], byte[]> open = producer();
    if (!inTransaction) {
      open.beginTransaction();
      inTransaction = true;
    }
    open.send(record);
  }

  private Producer<byte[], byte[]> producer() {
    Producer<byte[], byte[]> open = producer;
    if (open == null) {
      throw new KafkaException("the thread has not begun");
    }
    return open;
  }

  private boolean punctuate() {
    boolean any = false;
    for (StreamTask task : List.copyOf(tasks.values())) {
      any |= task.punctuate();
    }
    return any && inTransaction;
  }

  private void commit(Consumer<byte[], byte[]> member) {
    lastCommit = world().nanos();
    Producer<byte[], byte[]> open = producer();
    if (!inTransaction) {
      open.beginTransaction();
      inTransaction = true;
    }
    if (!processed.isEmpty()) {
      open.sendOffsetsToTransaction(Map.copyOf(processed), member.groupMetadata());
    }
    open.commitTransaction();
    inTransaction = false;
    processed.clear();
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    // its task is made by the first record
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    Consumer<byte[], byte[]> member = consumer;
    if (member != null && (inTransaction || !processed.isEmpty())) {
      commit(member);
    }
    forget(partitions);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    throw new KafkaException("the group has gone on without this thread");
  }

  private void forget(Collection<TopicPartition> partitions) {
    for (TopicPartition gone : partitions) {
      read.remove(gone);
      RecordedTopology.Part part = partOfTopic.get(gone.topic());
      StreamTask closed = tasks.remove(id(part, gone));
      if (closed != null) {
        closed.close();
      }
    }
  }

  /** Nothing of what is not committed stays; the next thread begins as the log has it. */
  private void giveUp() {
    tasks.values().forEach(StreamTask::close);
    tasks.clear();
    read.clear();
    processed.clear();
    inTransaction = false;
    Consumer<byte[], byte[]> member = consumer;
    consumer = null;
    if (member != null) {
      member.close();
    }
    Producer<byte[], byte[]> open = producer;
    producer = null;
    if (open != null) {
      open.close(Duration.ZERO);
    }
  }

  @Override
  void died() {
    tasks.values().forEach(StreamTask::close);
    tasks.clear();
  }

  /** Topics that processors of the installation read. */
  static Set<String> topics(Installation installation) {
    Set<String> topics = new TreeSet<>();
    topology(installation, InstantSource.system())
        .parts()
        .forEach(part -> topics.addAll(part.topics()));
    return topics;
  }
}
