package io.tributary.embedded.kafka;

import io.tributary.embedded.child.LoopbackPort;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
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
import org.apache.kafka.server.ServerSocketFactory;
import org.apache.kafka.server.metrics.KafkaYammerMetrics;
import org.slf4j.LoggerFactory;

/**
 * A broker and the controller that serves it alone. Put together here rather than by {@link
 * KafkaRaftServer}, because that needs to know the controller's port before it is bound.
 */
final class Broker {
  private static final Duration LEADERSHIP_LIMIT = Duration.ofSeconds(60);
  private static final long LEADERSHIP_POLL_MILLIS = 20;

  private final BrokerServer broker;
  private final ControllerServer controller;

  private Broker(BrokerServer broker, ControllerServer controller) {
    this.broker = broker;
    this.controller = controller;
  }

  /** Returns once clients are served, in every partition that there is. */
  static Broker start(KafkaConfig config) throws InterruptedException {
    // Each partition has a dozen figures, and registering one with JMX costs more than counting it.
    KafkaYammerMetrics.INSTANCE.configure(Map.of(JmxReporter.EXCLUDE_CONFIG, ".*"));
    var directories =
        KafkaRaftServer.initializeLogDirs(config, LoggerFactory.getLogger(Broker.class), "");
    CompletableFuture<ControllerServer> created = new CompletableFuture<>();
    CompletableFuture<Map<Integer, InetSocketAddress>> voters =
        created
            .thenCompose(ControllerServer::socketServerFirstBoundPortFuture)
            .thenApply(port -> Map.of(config.nodeId(), new LoopbackPort(port).socketAddress()));
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
    awaitLeadership(broker);
    return new Broker(broker, controller);
  }

  /**
   * An idempotent producer that meets a partition which is known but not led yet may see its first
   * batch refused and its second one taken, and then repeats the first in vain.
   */
  private static void awaitLeadership(BrokerServer broker) throws InterruptedException {
    long start = System.nanoTime();
    while (!broker.metadataCache().getAllTopics().stream().allMatch(name -> leads(broker, name))) {
      if (System.nanoTime() - start > LEADERSHIP_LIMIT.toNanos()) {
        throw new IllegalStateException("some partitions are not available");
      }
      Thread.sleep(LEADERSHIP_POLL_MILLIS);
    }
  }

  private static boolean leads(BrokerServer broker, String topic) {
    int partitions = broker.metadataCache().numPartitions(topic).orElse(0);
    return IntStream.range(0, partitions)
        .mapToObj(number -> new TopicPartition(topic, number))
        .map(broker.replicaManager()::onlinePartition)
        .allMatch(partition -> partition.isDefined() && partition.get().isLeader());
  }

  /** The port on which clients connect. */
  int port() {
    return broker.boundPort(ListenerName.normalised(BrokerSettings.BROKER_LISTENER));
  }

  void stop() {
    broker.shutdown();
    controller.shutdown();
  }
}
