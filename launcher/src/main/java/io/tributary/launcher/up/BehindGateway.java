package io.tributary.launcher.up;

import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.KafkaQueries;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.generation.LiveGeneration;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Services behind the gateway, started once the processors read every partition of facts. Kafka
 * Streams reports running earlier: its first thread gets all partitions, and gives some back.
 *
 * @param processors if they are among the services
 * @param started completed after the start, also a failed one
 */
record BehindGateway(
    Component services,
    Callable<LiveGeneration> live,
    Optional<? extends Component> processors,
    CompletableFuture<Void> started,
    Ticker ticker)
    implements Component {

  private static final Logger log = LoggerFactory.getLogger(BehindGateway.class);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final long LOOK_MILLIS = 100;

  @Override
  public void start() throws Exception {
    try {
      services.start();
      if (processors.isPresent()) {
        awaitAssignment(processors.get());
      }
    } finally {
      started.complete(null);
    }
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return services.unreadyReasons();
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    services.close(deadline);
  }

  private void awaitAssignment(Component deciding) throws Exception {
    Deadline limit = Deadline.after(LIMIT, ticker);
    try (Cluster cluster = Cluster.connect(live.call().settings(), ANSWER)) {
      KafkaQueries groups = new KafkaQueries(cluster.admin(), ANSWER);
      Set<TopicPartition> facts = facts(cluster.clients());
      while (!groups.assigned(cluster.clients().group("processors")).containsAll(facts)
          || !deciding.unreadyReasons().isEmpty()) {
        if (limit.passed()) {
          throw new TimeoutException("partitions without a processor after " + LIMIT);
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (OperationException | KafkaException | TimeoutException e) {
      log.warn("commands may have to be repeated: {}", e.getMessage());
    }
  }

  private static Set<TopicPartition> facts(KafkaClients clients) {
    Set<TopicPartition> facts = new HashSet<>();
    Topics.of(clients.families()).stream()
        .filter(topic -> topic.kind() == TopicKind.FACTS)
        .flatMap(topic -> partitions(topic, clients.topics()))
        .forEach(facts::add);
    return facts;
  }

  private static Stream<TopicPartition> partitions(Topic<?, ?> topic, TopicNaming naming) {
    return IntStream.range(0, naming.partitions(topic))
        .mapToObj(partition -> new TopicPartition(naming.of(topic), partition));
  }

  @Override
  public String toString() {
    return services.toString();
  }
}
