package io.tributary.gateway.directory;

import io.tributary.runtime.kafka.KafkaClients;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Stops the start when a topic is missing or has other partitions than the catalogue says. */
public final class RequiredTopics implements Component {

  private static final long TIMEOUT_SECONDS = 30;

  private final KafkaClients clients;
  private final TopicNaming naming;
  private final Collection<? extends Topic<?, ?>> topics;

  public RequiredTopics(KafkaClients clients, Collection<? extends Topic<?, ?>> topics) {
    this.clients = clients;
    this.naming = clients.topics();
    this.topics = List.copyOf(topics);
  }

  @Override
  public void start() throws Exception {
    try (Admin admin = clients.admin("tributary-gateway")) {
      Map<String, KafkaFuture<TopicDescription>> descriptions =
          admin.describeTopics(topics.stream().map(naming::of).toList()).topicNameValues();
      for (Topic<?, ?> topic : topics) {
        check(topic, descriptions.get(naming.of(topic)));
      }
    }
  }

  @Override
  public void close(Deadline deadline) {}

  private void check(Topic<?, ?> topic, @Nullable KafkaFuture<TopicDescription> description)
      throws Exception {
    String name = naming.of(topic);
    Objects.requireNonNull(description, name);
    try {
      int partitions = description.get(TIMEOUT_SECONDS, TimeUnit.SECONDS).partitions().size();
      if (partitions != topic.partitions()) {
        throw new IllegalStateException(
            "topic "
                + name
                + " has "
                + partitions
                + " partitions instead of "
                + topic.partitions());
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new IllegalStateException(
            "topic " + name + " does not exist; run: tributary topics create", e);
      }
      throw e;
    }
  }

  @Override
  public String toString() {
    return "required topics";
  }
}
