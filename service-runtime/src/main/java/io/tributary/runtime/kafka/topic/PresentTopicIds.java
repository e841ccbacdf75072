package io.tributary.runtime.kafka.topic;

import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Present ids of topics by their names in the cluster, for dead letters: asked for when one is
 * written, and remembered for five seconds. Empty without an answer. Thread-safe.
 */
public final class PresentTopicIds implements Function<String, Optional<String>>, Component {

  private static final Logger log = LoggerFactory.getLogger(PresentTopicIds.class);
  private static final Duration FRESH = Duration.ofSeconds(5);
  private static final long LIMIT_MILLIS = 2000;
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final KafkaClients clients;
  private final Ticker ticker;
  private final Map<String, Known> known = new HashMap<>();
  private @Nullable Admin admin;

  private record Known(Optional<String> id, Deadline until) {}

  public PresentTopicIds(KafkaClients clients, Ticker ticker) {
    this.clients = clients;
    this.ticker = ticker;
  }

  @Override
  public synchronized Optional<String> apply(String topic) {
    Known before = known.get(topic);
    if (before == null || before.until().passed()) {
      before = new Known(ask(topic), Deadline.after(FRESH, ticker));
      known.put(topic, before);
    }
    return before.id();
  }

  private Optional<String> ask(String topic) {
    Admin asked = admin;
    if (asked == null) {
      asked = clients.admin(clients.group("topic-ids"));
      admin = asked;
    }
    try {
      return asked
          .describeTopics(List.of(topic))
          .allTopicNames()
          .get(LIMIT_MILLIS, TimeUnit.MILLISECONDS)
          .values()
          .stream()
          .map(found -> found.topicId().toString())
          .findFirst();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException | TimeoutException e) {
      log.debug("no id of {}", topic, e);
      return Optional.empty();
    }
  }

  @Override
  public synchronized void close(Deadline deadline) {
    Admin open = admin;
    admin = null;
    if (open != null) {
      open.close(FAREWELL);
    }
  }
}
