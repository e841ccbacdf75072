package io.tributary.operations.kafka;

import io.tributary.operations.OperationException;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.BrokerAddresses;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.NoBrokerException;
import io.tributary.runtime.kafka.topic.TopicAdmin;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;

/** An operator's connection to the Kafka cluster, known to answer. */
public final class Cluster implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Admin admin;
  private final KafkaClients clients;
  private final int replicationFactor;

  private Cluster(Admin admin, KafkaClients clients, int replicationFactor) {
    this.admin = admin;
    this.clients = clients;
    this.replicationFactor = replicationFactor;
  }

  /** Connects; {@link NoBrokerException} if no broker answers. */
  public static Cluster connect(Settings settings) throws InterruptedException {
    return connect(settings, PATIENCE);
  }

  /** The same with a time limit. */
  public static Cluster connect(Settings settings, Duration patience) throws InterruptedException {
    KafkaClients clients = new KafkaClients(settings);
    String servers = settings.get(KafkaSettings.BOOTSTRAP_SERVERS);
    if (BrokerAddresses.areAllRefused(servers)) {
      throw new NoBrokerException(servers);
    }
    Admin admin = admin(clients, servers);
    try {
      KafkaAnswers.within(patience, admin.describeCluster().clusterId());
      return new Cluster(admin, clients, settings.get(KafkaSettings.REPLICATION_FACTOR));
    } catch (TimeoutException e) {
      admin.close(Duration.ZERO);
      throw new NoBrokerException(servers);
    } catch (InterruptedException | RuntimeException e) {
      admin.close(Duration.ZERO);
      throw e;
    }
  }

  /** Unique id of the cluster. */
  public String id() throws InterruptedException {
    return KafkaAnswers.of(admin.describeCluster().clusterId());
  }

  /** Client that is closed with this. */
  public Admin admin() {
    return admin;
  }

  public KafkaQueries queries() {
    return new KafkaQueries(admin);
  }

  public KafkaClients clients() {
    return clients;
  }

  public TopicAdmin topics() {
    return new TopicAdmin(admin, clients.topics(), replicationFactor);
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }

  private static Admin admin(KafkaClients clients, String servers) {
    try {
      return clients.admin("tributary-cli");
    } catch (KafkaException e) {
      String reason = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
      throw OperationException.failed("cannot use Kafka at " + servers + ": " + reason);
    }
  }
}
