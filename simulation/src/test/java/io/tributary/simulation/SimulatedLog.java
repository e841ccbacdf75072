package io.tributary.simulation;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import io.tributary.simulation.Faults.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** A cluster: partitions, transactions, groups. */
final class SimulatedLog implements Log {

  static final int PARTITIONS = 6;

  private final World world;
  private final Faults faults;
  private final Fleet fleet;
  private final Map<String, List<Partition>> topics = new TreeMap<>();
  private final Map<String, Group> groups = new TreeMap<>();
  private final Map<String, Transactional> transactional = new HashMap<>();
  private long appended;
  private int members;

  SimulatedLog(World world, Faults faults, Fleet fleet, Set<Family> families) {
    this.world = world;
    this.faults = faults;
    this.fleet = fleet;
    Topics.of(families).forEach(topic -> create(topic.name(), topic.partitions()));
  }

  private void create(String topic, int partitions) {
    List<Partition> made = new ArrayList<>();
    for (int i = 0; i < partitions; i++) {
      made.add(new Partition(topic, i));
    }
    topics.put(topic, made);
  }

  World world() {
    return world;
  }

  Faults faults() {
    return faults;
  }

  /** A record, or a gap that a marker leaves. */
  static final class Entry {

    final @Nullable ConsumerRecord<byte[], byte[]> record;
    final @Nullable Transactional of;
    boolean committed;
    boolean over;

    Entry(@Nullable ConsumerRecord<byte[], byte[]> record, @Nullable Transactional of) {
      this.record = record;
      this.of = of;
      this.committed = of == null;
      this.over = of == null;
    }
  }

  /** A partition's log. */
  static final class Partition {

    final TopicPartition name;
    final List<Entry> entries = new ArrayList<>();

    /** Behind the last entry whose transaction, like all before it, is over. */
    int stable;

    Partition(String topic, int number) {
      name = new TopicPartition(topic, number);
    }

    void settle() {
      while (stable < entries.size() && entries.get(stable).over) {
        stable++;
      }
    }
  }

  /** What the cluster knows of a transactional id. */
  static final class Transactional {

    int epoch = -1;
    boolean open;
    long openedAt;
    final List<Entry> entries = new ArrayList<>();
    final Set<Partition> partitions = new java.util.LinkedHashSet<>();
    final Map<Group, Map<TopicPartition, OffsetAndMetadata>> offsets = new LinkedHashMap<>();
  }

  /** A consumer group. */
  static final class Group {

    final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
    final TreeMap<Integer, SimulatedConsumer> members = new TreeMap<>();
    final Map<TopicPartition, SimulatedConsumer> owners = new HashMap<>();
    int generation;
  }

  @Override
  public Producer<byte[], byte[]> producer(SimulatedProcess process) {
    return new SimulatedProducer(this, process, null);
  }

  @Override
  public Producer<byte[], byte[]> producer(SimulatedProcess process, String transactionalId) {
    return new SimulatedProducer(
        this, process, transactional.computeIfAbsent(transactionalId, id -> new Transactional()));
  }

  @Override
  public Consumer<byte[], byte[]> reader(SimulatedProcess process) {
    return new SimulatedConsumer(this, process, null, 500, members++);
  }

  @Override
  public Consumer<byte[], byte[]> member(
      SimulatedProcess process, String group, int recordsPerPoll) {
    return new SimulatedConsumer(
        this, process, groups.computeIfAbsent(group, g -> new Group()), recordsPerPoll, members++);
  }

  Partition partition(TopicPartition name) {
    return partitionsOf(name.topic()).get(name.partition());
  }

  List<Partition> partitionsOf(String topic) {
    if (!topics.containsKey(topic)) {
      if (!topic.endsWith("-changelog")) {
        throw new IllegalArgumentException("no topic " + topic);
      }
      create(topic, PARTITIONS);
    }
    return topics.get(topic);
  }

  @Override
  public int partitions(String topic) {
    return partitionsOf(topic).size();
  }

  /** Where a record goes. */
  TopicPartition place(ProducerRecord<byte[], byte[]> record) {
    Integer given = record.partition();
    int count = partitions(record.topic());
    int partition =
        given != null
            ? given
            : record.key() == null
                ? world.chance().nextInt(count)
                : Utils.toPositive(Utils.murmur2(record.key())) % count;
    return new TopicPartition(record.topic(), partition);
  }

  /** Appends a record; returns its offset. */
  long append(
      TopicPartition to, ProducerRecord<byte[], byte[]> record, @Nullable Transactional of) {
    Partition partition = partition(to);
    long offset = partition.entries.size();
    Entry entry =
        new Entry(
            new ConsumerRecord<>(
                to.topic(),
                to.partition(),
                offset,
                world.millis(),
                TimestampType.LOG_APPEND_TIME,
                -1,
                -1,
                record.key(),
                record.value(),
                new RecordHeaders(record.headers()),
                Optional.empty()),
            of);
    partition.entries.add(entry);
    appended++;
    if (of == null) {
      partition.settle();
      fleet.wakeReaders();
    } else {
      of.entries.add(entry);
      of.partitions.add(partition);
    }
    return offset;
  }

  /** Ends the open transaction. */
  void end(Transactional transaction, boolean commit) {
    for (Entry each : transaction.entries) {
      each.over = true;
      each.committed = commit;
    }
    for (Partition each : transaction.partitions) {
      Entry marker = new Entry(null, null);
      each.entries.add(marker);
      each.settle();
    }
    if (commit) {
      transaction.offsets.forEach((group, offsets) -> group.committed.putAll(offsets));
    }
    transaction.entries.clear();
    transaction.partitions.clear();
    transaction.offsets.clear();
    transaction.open = false;
    fleet.wakeReaders();
  }

  /** Ends transactions that are open for too long. */
  void expireTransactions() {
    for (Transactional each : transactional.values()) {
      if (each.open && world.nanos() - each.openedAt > 60_000_000_000L) {
        each.epoch++;
        end(each, false);
      }
    }
  }

  void requireEpoch(Transactional transaction, int epoch) {
    if (transaction.epoch != epoch) {
      throw new ProducerFencedException("there is a newer producer of the id");
    }
  }

  @Override
  public List<ConsumerRecord<byte[], byte[]>> committed(TopicPartition partition) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (Entry each : partition(partition).entries) {
      if (each.committed && each.record != null) {
        records.add(each.record);
      }
    }
    return records;
  }

  /** Partitions of topics, spread by range. */
  Set<TopicPartition> target(Group group, SimulatedConsumer member) {
    List<SimulatedConsumer> all = new ArrayList<>(group.members.values());
    int index = all.indexOf(member);
    Set<TopicPartition> target = new java.util.LinkedHashSet<>();
    for (String topic : new TreeSet<>(member.topics())) {
      for (Partition each : partitionsOf(topic)) {
        if ((each.name.partition() + group.generation) % all.size() == index) {
          target.add(each.name);
        }
      }
    }
    return target;
  }

  /** Removes members that are silent for longer than a session. */
  void expireMembers(Group group) {
    for (SimulatedConsumer each : List.copyOf(group.members.values())) {
      if (each.silentFor() > 45_000_000_000L) {
        leave(group, each);
      }
    }
  }

  void leave(Group group, SimulatedConsumer member) {
    if (group.members.remove(member.number()) != null) {
      group.generation++;
      group.owners.values().removeIf(owner -> owner.equals(member));
    }
  }

  void rebalance(SimulatedProcess process) {
    for (Group group : groups.values()) {
      if (group.members.values().stream().anyMatch(each -> each.process().equals(process))) {
        group.generation++;
      }
    }
  }

  long appended() {
    return appended;
  }

  /** True when all groups have read all there is, and no transaction is open. */
  boolean isRead() {
    return lag().isEmpty();
  }

  String lag() {
    expireTransactions();
    StringBuilder lag = new StringBuilder();
    groups.forEach(
        (name, group) -> {
          Set<String> read = new TreeSet<>();
          group.members.values().forEach(each -> read.addAll(each.topics()));
          if (read.isEmpty()) {
            lag.append(name).append(" has no member; ");
          }
          for (String topic : read) {
            for (Partition each : partitionsOf(topic)) {
              OffsetAndMetadata at = group.committed.get(each.name);
              long from = at == null ? 0 : at.offset();
              if (!name.endsWith("relay") && from < lastRecord(each) + 1) {
                lag.append(name + " " + each.name + " " + from + "/" + each.entries.size() + " ");
              }
            }
          }
        });
    return lag.toString();
  }

  private static long lastRecord(Partition partition) {
    for (int i = partition.entries.size() - 1; i >= 0; i--) {
      Entry entry = partition.entries.get(i);
      if (entry.record != null && (entry.committed || !entry.over)) {
        return i;
      }
    }
    return -1;
  }

  long digest(String topic) {
    long digest = 0;
    for (Partition each : partitionsOf(topic)) {
      for (Entry entry : each.entries) {
        ConsumerRecord<byte[], byte[]> record = entry.record;
        digest =
            Chance.mix(
                digest
                    ^ (record == null
                        ? 1
                        : 31L * Arrays.hashCode(record.key()) + Arrays.hashCode(record.value())));
      }
    }
    return digest;
  }

  Collection<String> topics() {
    return topics.keySet();
  }

  boolean strikes(Kind kind) {
    return faults.strikes(kind);
  }
}
