package io.tributary.embedded.kafka;

import io.tributary.embedded.child.LoopbackPort;
import io.tributary.embedded.child.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import kafka.server.KafkaConfig;

/** The properties of a lone broker: nothing is replicated, and a small heap and few threads do. */
final class BrokerSettings {
  static final int NODE_ID = 1;
  static final String BROKER_LISTENER = "PLAINTEXT";
  static final String CONTROLLER_LISTENER = "CONTROLLER";

  private static final Map<String, String> LONE_BROKER =
      Map.ofEntries(
          Map.entry("process.roles", "broker,controller"),
          Map.entry("node.id", Integer.toString(NODE_ID)),
          // The only voter takes any free port; its address is told to the quorum once it is bound.
          Map.entry("controller.quorum.voters", NODE_ID + "@0.0.0.0:0"),
          Map.entry("controller.listener.names", CONTROLLER_LISTENER),
          Map.entry("inter.broker.listener.name", BROKER_LISTENER),
          Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT"),
          Map.entry("default.replication.factor", "1"),
          Map.entry("min.insync.replicas", "1"),
          Map.entry("offsets.topic.replication.factor", "1"),
          Map.entry("offsets.topic.num.partitions", "3"),
          Map.entry("transaction.state.log.replication.factor", "1"),
          Map.entry("transaction.state.log.min.isr", "1"),
          Map.entry("transaction.state.log.num.partitions", "3"),
          Map.entry("share.coordinator.state.topic.replication.factor", "1"),
          Map.entry("share.coordinator.state.topic.min.isr", "1"),
          Map.entry("share.coordinator.state.topic.num.partitions", "1"),
          Map.entry("group.initial.rebalance.delay.ms", "0"),
          Map.entry("auto.create.topics.enable", "false"),
          // After a kill the controller waits for the session of the dead broker to end.
          Map.entry("broker.session.timeout.ms", "2000"),
          Map.entry("broker.heartbeat.interval.ms", "500"),
          // Turns off the no-op records of an idle controller, which monitor a quorum.
          Map.entry("metadata.max.idle.interval.ms", "0"),
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
   * Settles every property; what the caller gives wins.
   *
   * @param extra broker properties as {@code key=value}
   * @throws UsageException if one of {@code extra} has no key
   */
  static BrokerSettings of(Path directory, LoopbackPort listen, List<String> extra) {
    Map<String, String> properties = new TreeMap<>(LONE_BROKER);
    for (String setting : extra) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new UsageException("--setting takes key=value, not " + setting);
      }
      properties.put(setting.substring(0, equals), setting.substring(equals + 1));
    }
    properties.put("log.dirs", directory.toString());
    properties.put(
        "listeners",
        String.format(
            "%s://%s,%s://%s", BROKER_LISTENER, listen, CONTROLLER_LISTENER, new LoopbackPort(0)));
    return new BrokerSettings(properties);
  }

  KafkaConfig toConfig() {
    Properties broker = new Properties();
    broker.putAll(properties);
    return KafkaConfig.fromProps(broker, false);
  }
}
