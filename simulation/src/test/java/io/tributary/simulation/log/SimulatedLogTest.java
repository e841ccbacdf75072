package io.tributary.simulation.log;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;

final class SimulatedLogTest extends LogContract {

  private static final long SESSION_MILLIS = 2_000;
  private static final long TRANSACTION_MILLIS = 60_000;

  private final Map<String, Integer> partitions = new HashMap<>();
  private final Deque<Runnable> network = new ArrayDeque<>();
  private final Map<Consumer<byte[], byte[]>, Process> members = new IdentityHashMap<>();
  private long now = 1_772_366_400_000L;
  private final SimulatedCluster cluster =
      new SimulatedCluster(() -> now, topic -> partitions.getOrDefault(topic, 1), () -> {});

  private final class Process implements Connection {

    private boolean running = true;

    @Override
    public void before(String request) {}

    @Override
    public void after(String request) {}

    @Override
    public Sending sending() {
      return Sending.ACKNOWLEDGED;
    }

    @Override
    public void later(Runnable step) {
      network.add(step);
    }

    @Override
    public boolean isAlive() {
      return true;
    }

    @Override
    public boolean isRunning() {
      return running;
    }
  }

  @Override
  String topic(int count) {
    String topic = "topic-" + partitions.size();
    partitions.put(topic, count);
    return topic;
  }

  @Override
  Producer<byte[], byte[]> producer() {
    return cluster.producer(new Process());
  }

  @Override
  Producer<byte[], byte[]> producer(String transactionalId) {
    return cluster.producer(new Process(), transactionalId, TRANSACTION_MILLIS);
  }

  @Override
  Consumer<byte[], byte[]> consumer(String group, boolean cooperative) {
    Process process = new Process();
    Consumer<byte[], byte[]> consumer =
        cluster.consumer(
            process,
            new SimulatedCluster.ConsumerSettings(
                group, SESSION_MILLIS, cooperative, 500, new Random(1)));
    members.put(consumer, process);
    return consumer;
  }

  @Override
  RecordMetadata answer(Future<RecordMetadata> sent) throws Exception {
    pass();
    return sent.get();
  }

  @Override
  void pass() {
    now += 10;
    for (int left = network.size(); left > 0 || !network.isEmpty(); left--) {
      network.remove().run();
    }
    cluster.tick();
  }

  @Override
  void silence(Consumer<byte[], byte[]> member) {
    Process process = members.getOrDefault(member, new Process());
    process.running = false;
    for (Duration left = Duration.ofMillis(2 * SESSION_MILLIS);
        !left.isNegative();
        left = left.minusMillis(10)) {
      pass();
    }
    process.running = true;
  }
}
