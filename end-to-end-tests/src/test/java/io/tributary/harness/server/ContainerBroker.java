package io.tributary.harness.server;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.testcontainers.kafka.KafkaContainer;

/** Kafka in a container, with the settings of the embedded broker. */
final class ContainerBroker extends ContainerServer implements Broker {

  private static final int PORT = 9092;
  private static final int STOP_SECONDS = 15;

  private static final Map<String, String> LONE_AND_QUICK =
      Map.of(
          "KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false",
          "KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS", "3",
          "KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS", "3",
          "KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS", "0",
          "KAFKA_BROKER_SESSION_TIMEOUT_MS", "3000",
          "KAFKA_BROKER_HEARTBEAT_INTERVAL_MS", "500",
          "KAFKA_LOG_CLEANER_DEDUPE_BUFFER_SIZE", "2097152",
          "KAFKA_HEAP_OPTS", "-Xmx384m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");

  private final String address;

  private ContainerBroker(KafkaContainer container, String address) {
    super(container, () -> answers(address), List.of("--bootstrap-servers", address));
    this.address = address;
  }

  static ContainerBroker start() {
    int port = freePort();
    KafkaContainer container = new KafkaContainer(Images.KAFKA.pinned()).withEnv(LONE_AND_QUICK);
    container.setPortBindings(List.of("127.0.0.1:" + port + ":" + PORT));
    return new ContainerBroker(container, "127.0.0.1:" + port);
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public void freeze() {
    engine().pauseContainerCmd(id()).exec();
  }

  @Override
  public void thaw() {
    engine().unpauseContainerCmd(id()).exec();
  }

  @Override
  public void stop() {
    engine().stopContainerCmd(id()).withTimeout(STOP_SECONDS).exec();
  }

  private static boolean answers(String address) throws Exception {
    Map<String, Object> config =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            address,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            2000,
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            1000);
    try (Admin admin = Admin.create(config)) {
      return admin.describeCluster().nodes().get(2, TimeUnit.SECONDS).size() == 1;
    }
  }
}
