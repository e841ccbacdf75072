package io.tributary.runtime.kafka;

import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.Topic;
import java.util.Collection;
import org.apache.kafka.clients.admin.Admin;

/** Refuses to start without usable topics. */
public final class RequiredTopics implements Component {

  private static final int AS_THE_BROKERS_SAY = -1;

  private final KafkaClients clients;
  private final Collection<? extends Topic<?, ?>> topics;

  public RequiredTopics(KafkaClients clients, Collection<? extends Topic<?, ?>> topics) {
    this.clients = clients;
    this.topics = topics;
  }

  @Override
  public void start() {
    try (Admin admin = clients.admin(clients.group("start"))) {
      new TopicAdmin(admin, clients.topics(), AS_THE_BROKERS_SAY).requireUsable(topics);
    }
  }

  @Override
  public void close(Deadline deadline) {}
}
