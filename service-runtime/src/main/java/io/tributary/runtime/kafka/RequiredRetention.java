package io.tributary.runtime.kafka;

import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.Topic;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;

/**
 * Stops a service's start when a topic would lose its records before the items made of them expire:
 * tables could then not be rebuilt.
 */
public final class RequiredRetention implements Component {

  private static final int AS_THE_BROKERS_SAY = -1;

  private final KafkaClients clients;
  private final Collection<? extends Topic<?, ?>> topics;

  public RequiredRetention(KafkaClients clients, Collection<? extends Topic<?, ?>> topics) {
    this.clients = clients;
    this.topics = List.copyOf(topics);
  }

  @Override
  public void start() {
    try (Admin admin = clients.admin(clients.group("start"))) {
      new TopicAdmin(admin, clients.topics(), AS_THE_BROKERS_SAY).requireRetention(topics);
    }
  }

  @Override
  public void close(Deadline deadline) {}
}
