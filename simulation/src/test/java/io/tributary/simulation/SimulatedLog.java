package io.tributary.simulation;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.simulation.Faults.Kind;
import io.tributary.simulation.log.Connection;
import io.tributary.simulation.log.SimulatedCluster;
import io.tributary.simulation.log.SimulatedCluster.ConsumerSettings;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** The simulated cluster, to which requests get lost. */
final class SimulatedLog implements Log {

  /** Of changelogs, which have as many as the facts that they come from. */
  private static final int PARTITIONS = 6;

  private static final long TRANSACTION_MILLIS = 60_000;
  private static final long SESSION_MILLIS = 45_000;
  private static final int SLOWEST_NANOS = 3_000_000;

  private final World world;
  private final Faults faults;
  private final SimulatedCluster cluster;
  private final Map<String, Integer> partitions = new HashMap<>();
  private final Map<String, Set<String>> groups = new TreeMap<>();
  private long changes;

  SimulatedLog(World world, Faults faults, Fleet fleet, Set<Family> families) {
    this.world = world;
    this.faults = faults;
    for (Topic<?, ?> topic : Topics.of(families)) {
      partitions.put(topic.name(), topic.partitions());
    }
    this.cluster =
        new SimulatedCluster(
            world::millis,
            this::partitions,
            () -> {
              changes++;
              fleet.wakeReaders();
            });
  }

  @Override
  public int partitions(String topic) {
    return partitions.getOrDefault(topic, PARTITIONS);
  }

  SimulatedCluster cluster() {
    return cluster;
  }

  @Override
  public Producer<byte[], byte[]> producer(SimulatedProcess process) {
    return cluster.producer(new Network(process));
  }

  @Override
  public Producer<byte[], byte[]> producer(SimulatedProcess process, String transactionalId) {
    return cluster.producer(new Network(process), transactionalId, TRANSACTION_MILLIS);
  }

  @Override
  public Consumer<byte[], byte[]> reader(SimulatedProcess process) {
    return cluster.consumer(
        new Network(process),
        new ConsumerSettings("", SESSION_MILLIS, false, 500, process.chance()));
  }

  @Override
  public Consumer<byte[], byte[]> member(
      SimulatedProcess process, String group, int recordsPerPoll) {
    return cluster.consumer(
        new Network(process),
        new ConsumerSettings(group, SESSION_MILLIS, true, recordsPerPoll, process.chance()));
  }

  @Override
  public boolean isSettled(TopicPartition partition) {
    return cluster.isSettled(partition);
  }

  @Override
  public List<ConsumerRecord<byte[], byte[]>> committed(TopicPartition partition) {
    return cluster.committed(partition);
  }

  /** Tells what a group reads, so that it is known when it has. */
  void reads(String group, Set<String> topics) {
    groups.put(group, topics);
  }

  /** Grows with all that happens. */
  long changes() {
    return changes;
  }

  /** What groups have not read and committed yet; empty when they have. */
  Map<TopicPartition, String> unread() {
    Map<TopicPartition, String> unread = new LinkedHashMap<>();
    groups.forEach(
        (group, topics) -> {
          for (String topic : topics) {
            for (int i = 0; i < partitions(topic); i++) {
              TopicPartition each = new TopicPartition(topic, i);
              if (!cluster.hasRead(group, each)) {
                unread.put(each, group);
              }
            }
          }
        });
    return unread;
  }

  /** A number that stands for all records of a topic. */
  long digest(String topic) {
    long digest = topic.hashCode();
    for (int i = 0; i < partitions(topic); i++) {
      for (ConsumerRecord<byte[], byte[]> each : committed(new TopicPartition(topic, i))) {
        digest =
            Chance.mix(
                digest
                    ^ (each.offset()
                        + 31L * Arrays.hashCode(each.key())
                        + 17L * Arrays.hashCode(each.value())));
      }
    }
    return digest;
  }

  /** Between a process and the cluster. */
  private final class Network implements Connection {

    private final SimulatedProcess process;

    Network(SimulatedProcess process) {
      this.process = process;
    }

    @Override
    public void before(String request) {
      process.call(request);
      if (mayFail(request) && faults.strikes(Kind.KAFKA_TIMEOUT)) {
        throw new TimeoutException("no answer to " + request);
      }
    }

    @Override
    public void after(String request) {
      if (mayFail(request) && faults.strikes(Kind.KAFKA_LOST_ANSWER)) {
        throw new TimeoutException("no answer to " + request + ", which was done");
      }
      process.call(request);
    }

    /** A poll that gets no answer brings nothing. */
    private static boolean mayFail(String request) {
      return !request.equals("poll");
    }

    @Override
    public Sending sending() {
      if (faults.strikes(Kind.KAFKA_TIMEOUT)) {
        return Sending.LOST;
      }
      return faults.strikes(Kind.KAFKA_LOST_ANSWER) ? Sending.ANSWER_LOST : Sending.ACKNOWLEDGED;
    }

    /** What a process has sent before its end may arrive or not. */
    @Override
    public void later(Runnable step) {
      boolean arrives = process.chance().nextBoolean();
      world.after(
          Duration.ofNanos(process.chance().nextInt(SLOWEST_NANOS)),
          () -> process.isAlive() || arrives,
          step);
    }

    @Override
    public boolean isAlive() {
      return process.isAlive();
    }

    @Override
    public boolean isRunning() {
      return process.isAlive() && !process.isPaused();
    }
  }
}
