package io.tributary.embedded.kafka;

import io.tributary.embedded.child.LoopbackPort;
import io.tributary.embedded.child.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import kafka.server.KafkaConfig;

/**
 * The properties of a broker with a small heap and few threads: alone, with nothing replicated, or
 * a node of a cluster in which every node is broker and controller.
 */
final class BrokerSettings {
  private static final String LONE_NODE = "1";
  static final String BROKER_LISTENER = "PLAINTEXT";
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  private static final String REPLICATION_LISTENER = "REPLICATION";

  private static final Map<String, String> SMALL =
      Map.ofEntries(
          Map.entry("process.roles", "broker,controller"),
          Map.entry("controller.listener.names", CONTROLLER_LISTENER),
          Map.entry(
              "listener.security.protocol.map",
              "PLAINTEXT:PLAINTEXT,REPLICATION:PLAINTEXT,CONTROLLER:PLAINTEXT"),
          Map.entry("offsets.topic.num.partitions", "3"),
          Map.entry("transaction.state.log.num.partitions", "3"),
          Map.entry("share.coordinator.state.topic.num.partitions", "1"),
          Map.entry("group.initial.rebalance.delay.ms", "0"),
          Map.entry("auto.create.topics.enable", "false"),
          // After a kill the controller waits for the session of the dead broker to end.
          Map.entry("broker.session.timeout.ms", "3000"),
          Map.entry("broker.heartbeat.interval.ms", "500"),
          Map.entry("num.network.threads", "2"),
          Map.entry("num.io.threads", "4"),
          Map.entry("background.threads", "2"),
          Map.entry("num.recovery.threads.per.data.dir", "1"),
          // The default of 128 MiB does not fit a small heap.
          Map.entry("log.cleaner.dedupe.buffer.size", "2097152"));

  private final Map<String, String> properties;

  private BrokerSettings(Map<String, String> properties) {
    this.properties = properties;
  }

  /**
   * Settles every property of a lone broker; values from the caller win.
   *
   * @param extra broker properties as {@code key=value}
   * @throws UsageException if one of {@code extra} has no key
   */
  static BrokerSettings alone(Path directory, LoopbackPort listen, List<String> extra) {
    Map<String, String> properties = new TreeMap<>(SMALL);
    properties.putAll(replication(1, 1));
    properties.put("node.id", LONE_NODE);
    // The only voter takes any free port; its address is told to the quorum once it is bound.
    properties.put("controller.quorum.voters", LONE_NODE + "@0.0.0.0:0");
    properties.put("inter.broker.listener.name", BROKER_LISTENER);
    add(extra, properties);
    properties.put("log.dirs", directory.toString());
    properties.put(
        "listeners",
        String.format(
            "%s://%s,%s://%s", BROKER_LISTENER, listen, CONTROLLER_LISTENER, new LoopbackPort(0)));
    return new BrokerSettings(properties);
  }

  /**
   * Settles every property of a cluster's node; values from the caller win.
   *
   * @param listen address for clients
   * @param extra broker properties as {@code key=value}
   * @throws UsageException if one of {@code extra} has no key
   */
  static BrokerSettings of(
      ClusterNode node, Path directory, LoopbackPort listen, List<String> extra) {
    Map<String, String> properties = new TreeMap<>(SMALL);
    properties.putAll(replication(node.size(), node.size() - 1));
    properties.put("node.id", node.id());
    properties.put("controller.quorum.voters", node.voters());
    properties.put("inter.broker.listener.name", REPLICATION_LISTENER);
    add(extra, properties);
    properties.put("log.dirs", directory.toString());
    properties.put("listeners", listeners(listen) + "," + CONTROLLER_LISTENER + "://" + node.own());
    properties.put("advertised.listeners", listeners(node.advertised()));
    return new BrokerSettings(properties);
  }

  private static String listeners(LoopbackPort clients) {
    return String.format(
        "%s://%s,%s://%s", BROKER_LISTENER, clients, REPLICATION_LISTENER, new LoopbackPort(0));
  }

  private static Map<String, String> replication(int factor, int inSync) {
    String replicas = Integer.toString(factor);
    String least = Integer.toString(Math.max(1, inSync));
    return Map.of(
        "default.replication.factor", replicas,
        "min.insync.replicas", least,
        "offsets.topic.replication.factor", replicas,
        "transaction.state.log.replication.factor", replicas,
        "transaction.state.log.min.isr", least,
        "share.coordinator.state.topic.replication.factor", replicas,
        "share.coordinator.state.topic.min.isr", least);
  }

  private static void add(List<String> extra, Map<String, String> properties) {
    for (String setting : extra) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new UsageException("--setting takes key=value, not " + setting);
      }
      properties.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
  }

  /** True when the controller's port is known before it is bound. */
  boolean isOfACluster() {
    return properties.containsKey("advertised.listeners");
  }

  KafkaConfig toConfig() {
    Properties broker = new Properties();
    broker.putAll(properties);
    return KafkaConfig.fromProps(broker, false);
  }
}
