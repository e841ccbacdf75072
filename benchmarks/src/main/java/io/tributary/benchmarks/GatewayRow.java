package io.tributary.benchmarks;

import io.tributary.gateway.kafka.ProducerSettings;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Requests that a gateway takes, beside facts that a producer appends and requests that an empty
 * server answers; then the latency at half of that rate.
 */
final class GatewayRow {

  private static final int SECONDS = 5;
  private static final int WARM_UP = 40;

  private final Options options;
  private final Facts facts;

  private GatewayRow(Options options, Facts facts) {
    this.options = options;
    this.facts = facts;
  }

  static void measure(Options options, ReadingRequests requests) throws Exception {
    String row = requests == ReadingRequests.SINGLE ? "readings" : "batches";
    try (Bed bed = new Bed(options);
        Facts facts = new Facts(bed)) {
      Duration time = options.time(SECONDS);
      GatewayRow gateways = new GatewayRow(options, facts);
      Child gateway = bed.gateway();
      Child empty = bed.stub(0, false);
      Sender devices = bed.devices(gateway, requests);
      Sender toEmpty = bed.devices(empty, requests);
      // compiles the gateway, and makes the facts that the bare producer copies
      gateways.closedLoop(devices, options.time(WARM_UP), gateway.handle(), 1);
      Sender bare = facts.sender(options.connections());
      Comparison closed =
          new Comparison(row)
              .product("gateway", () -> gateways.closedLoop(devices, time, gateway.handle(), 1))
              .limit(
                  "bare producer",
                  () -> gateways.closedLoop(bare, time, ProcessHandle.current(), 1))
              .limit("empty server", () -> gateways.closedLoop(toEmpty, time, empty.handle(), 0));
      if (options.other().isPresent()) {
        Child other = bed.otherGateway(options.other().get());
        Sender toOther = bed.devices(other, requests);
        closed.limit("other gateway", () -> gateways.closedLoop(toOther, time, other.handle(), 1));
      }
      closed.run(options);
      double half = closed.median("requests/s") / 2;
      new Comparison(row + " at half the rate")
          .product("gateway", () -> gateways.atRate(devices, half))
          .limit("bare producer", () -> gateways.atRate(bare, half))
          .run(options);
    }
  }

  /** Fails unless the topic has a fact for each accepted request. */
  private Map<String, Double> closedLoop(
      Sender sender, Duration time, ProcessHandle server, int factsOfRequest) throws Exception {
    long before = facts.count();
    double cpu = Child.cpuMicros(server);
    Sender.Sent sent = sender.run(time);
    long stored = facts.count() - before;
    if (stored != sent.count() * factsOfRequest) {
      throw new IllegalStateException(stored + " facts of " + sent.count() + " requests");
    }
    return Results.of(
        "requests/s",
        sent.perSecond(),
        "CPU us/request",
        (Child.cpuMicros(server) - cpu) / sent.count());
  }

  private Map<String, Double> atRate(Sender sender, double rate) throws Exception {
    return Results.of(sender.run(rate, options.time(SECONDS)).latency());
  }

  /** Facts of devices that a gateway has written, and a producer with its settings. */
  private static final class Facts implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(500);
    private static final int SAMPLE = 1000;

    private final Consumer<byte[], byte[]> consumer;
    private final Producer<byte[], byte[]> producer;
    private final List<TopicPartition> partitions;

    Facts(Bed bed) {
      consumer = bed.kafka().consumer("benchmark", Map.of());
      Settings settings = bed.settings();
      Map<String, Object> fixed =
          new HashMap<>(
              ProducerSettings.fixed(
                  bed.kafka(),
                  settings.get(GatewaySettings.REQUEST_DEADLINE),
                  settings.get(GatewaySettings.INFLIGHT_BYTES)));
      // Unlike the gateway's, it fetches no metadata before it sends
      fixed.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 10_000);
      producer = bed.kafka().producer("bare-producer", ProducerSettings.DEFAULTS, fixed);
      String topic = bed.kafka().topics().of(DevicesTopics.BATCHES);
      partitions =
          IntStream.range(0, DevicesTopics.BATCHES.partitions())
              .mapToObj(i -> new TopicPartition(topic, i))
              .toList();
    }

    long count() {
      return consumer.endOffsets(partitions).values().stream().mapToLong(Long::longValue).sum();
    }

    /** Copies of the first facts, in an order that has nothing to do with their partitions. */
    private List<ProducerRecord<byte[], byte[]>> sample() {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long most = Math.min(SAMPLE, count());
      List<ProducerRecord<byte[], byte[]>> facts = new ArrayList<>();
      while (facts.size() < most) {
        consumer
            .poll(POLL)
            .forEach(
                fact ->
                    facts.add(
                        new ProducerRecord<>(
                            fact.topic(),
                            fact.partition(),
                            fact.key(),
                            fact.value(),
                            fact.headers())));
      }
      Collections.shuffle(facts, new Random(SAMPLE));
      return facts;
    }

    /** The bare producer, with facts that are there by now. */
    Sender sender(int concurrent) {
      List<ProducerRecord<byte[], byte[]>> sample = sample();
      return new Sender(
          number -> {
            CompletableFuture<Boolean> sent = new CompletableFuture<>();
            Future<?> unused =
                producer.send(
                    sample.get((int) (number % sample.size())),
                    (metadata, failure) -> sent.complete(failure == null));
            return sent;
          },
          concurrent);
    }

    @Override
    public void close() {
      producer.close();
      consumer.close();
    }
  }
}
