package io.tributary.runtime.kafka.topic;

import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.schemas.topic.Topic;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;

/** Refuses to start with topics that are missing, differ from the catalogue or expire too early. */
public final class TopicCheck implements Component {

  private static final int BROKERS_DEFAULT = -1;

  private final KafkaClients clients;
  private final Collection<? extends Topic<?, ?>> topics;
  private final Collection<? extends Topic<?, ?>> retained;

  public TopicCheck(KafkaClients clients, Collection<? extends Topic<?, ?>> topics) {
    this(clients, topics, List.of());
  }

  /**
   * A check that includes the retention of some topics.
   *
   * @param retained their records must outlive the tables' items
   */
  public TopicCheck(
      KafkaClients clients,
      Collection<? extends Topic<?, ?>> topics,
      Collection<? extends Topic<?, ?>> retained) {
    this.clients = clients;
    this.topics = topics;
    this.retained = List.copyOf(retained);
  }

  @Override
  public void start() {
    try (Admin admin = clients.admin(clients.group("start"))) {
      TopicAdmin cluster = new TopicAdmin(admin, clients.topics(), BROKERS_DEFAULT);
      cluster.requireUsable(topics);
      cluster.requireRetention(retained);
    }
  }
}
