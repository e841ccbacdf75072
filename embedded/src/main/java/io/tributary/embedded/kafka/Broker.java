package io.tributary.embedded.kafka;

import io.tributary.embedded.child.LoopbackPort;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import kafka.cluster.Partition;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.JmxReporter;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.LeaderAndIsr;
import org.apache.kafka.server.ServerSocketFactory;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;
import org.slf4j.LoggerFactory;

/**
 * A broker and its controller. Put together here rather than by {@link KafkaRaftServer}, because
 * that needs to know the port of a lone controller before it is bound.
 */
final class Broker {
  private static final Duration LEADERSHIP_LIMIT = Duration.ofSeconds(60);
  private static final long LEADERSHIP_POLL_MILLIS = 20;

  /**
   * Other brokers that stop as well need a majority of controllers to give their leadership up; the
   * last controller tells a majority in vain that it goes.
   */
  private static final long FAREWELL_MILLIS = 1_000;

  private final BrokerServer broker;
  private final ControllerServer controller;
  private final boolean alone;

  private Broker(BrokerServer broker, ControllerServer controller, boolean alone) {
    this.broker = broker;
    this.controller = controller;
    this.alone = alone;
  }

  /** Returns once clients are served, in every partition that there is. */
  static Broker start(KafkaConfig config, Membership place) throws InterruptedException {
    // Each partition has a dozen figures, and registering one with JMX costs more than counting it.
    KafkaYammerMetrics.INSTANCE.configure(Map.of(JmxReporter.EXCLUDE_CONFIG, ".*"));
    var directories =
        KafkaRaftServer.initializeLogDirs(config, LoggerFactory.getLogger(Broker.class), "");
    CompletableFuture<ControllerServer> created = new CompletableFuture<>();
    CompletableFuture<Map<Integer, InetSocketAddress>> voters =
        place.isAlone()
            ? created
                .thenCompose(ControllerServer::socketServerFirstBoundPortFuture)
                .thenApply(port -> Map.of(place.node(), new LoopbackPort(port).socketAddress()))
            : CompletableFuture.completedFuture(place.addresses());
    SharedServer shared =
        new SharedServer(
            config,
            directories._1(),
            Time.SYSTEM,
            new Metrics(),
            voters,
            List.of(),
            new StandardFaultHandlerFactory(),
            ServerSocketFactory.INSTANCE);
    ControllerServer controller =
        new ControllerServer(shared, KafkaRaftServer.configSchema(), directories._2());
    created.complete(controller);
    controller.startup();
    BrokerServer broker = new BrokerServer(shared);
    broker.startup();
    awaitLeadership(broker, place);
    return new Broker(broker, controller, place.isAlone());
  }

  /**
   * An idempotent producer that meets a partition which is known but not led yet may see its first
   * batch refused and its second one taken, and then repeats the first in vain.
   */
  private static void awaitLeadership(BrokerServer broker, Membership place)
      throws InterruptedException {
    long start = System.nanoTime();
    while (!broker.metadataCache().getAllTopics().stream()
        .allMatch(name -> isLed(broker, name, place.node()))) {
      if (System.nanoTime() - start > LEADERSHIP_LIMIT.toNanos()) {
        if (place.isAlone()) {
          throw new IllegalStateException("some partitions are not available");
        }
        // Their other brokers are away.
        return;
      }
      Thread.sleep(LEADERSHIP_POLL_MILLIS);
    }
  }

  private static boolean isLed(BrokerServer broker, String topic, int node) {
    int partitions = broker.metadataCache().numPartitions(topic).orElse(0);
    return IntStream.range(0, partitions)
        .mapToObj(number -> new TopicPartition(topic, number))
        .allMatch(partition -> isLed(broker, partition, node));
  }

  private static boolean isLed(BrokerServer broker, TopicPartition partition, int node) {
    int leader =
        broker
            .metadataCache()
            .getLeaderAndIsr(partition.topic(), partition.partition())
            .map(LeaderAndIsr::leader)
            .orElse(LeaderAndIsr.NO_LEADER);
    return leader == node
        ? broker.replicaManager().onlinePartition(partition).exists(Partition::isLeader)
        : leader != LeaderAndIsr.NO_LEADER;
  }

  /** The port on which clients connect. */
  int port() {
    return broker.boundPort(ListenerName.normalised(BrokerSettings.BROKER_LISTENER));
  }

  void stop() throws InterruptedException {
    broker.shutdown();
    if (alone) {
      controller.shutdown();
      return;
    }
    Thread.sleep(FAREWELL_MILLIS);
    Thread resignation = new Thread(controller::shutdown, "controller-stop");
    resignation.setDaemon(true);
    resignation.start();
    resignation.join(FAREWELL_MILLIS);
  }
}
