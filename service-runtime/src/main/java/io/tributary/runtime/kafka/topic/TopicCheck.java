package io.tributary.runtime.kafka.topic;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.schemas.topic.Topic;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses to start with topics that are missing, differ from the catalogue or expire too early.
 * Waits while a topic that decisions rest on was made anew or cut, until an operator has put that
 * right.
 */
public final class TopicCheck implements Component {

  private static final Logger log = LoggerFactory.getLogger(TopicCheck.class);
  private static final int BROKERS_DEFAULT = -1;
  private static final long PAUSE_MILLIS = 500;

  private final KafkaClients clients;
  private final Collection<? extends Topic<?, ?>> topics;
  private final Collection<? extends Topic<?, ?>> retained;
  private final Predicate<Topic<?, ?>> decisive;
  private final RuntimeContext runtime;
  private volatile List<HealthReason> reasons = List.of();

  /**
   * A check.
   *
   * @param decisive true of topics that the service decides by
   */
  public TopicCheck(
      KafkaClients clients,
      Collection<? extends Topic<?, ?>> topics,
      Predicate<Topic<?, ?>> decisive,
      RuntimeContext runtime) {
    this(clients, topics, List.of(), decisive, runtime);
  }

  private TopicCheck(
      KafkaClients clients,
      Collection<? extends Topic<?, ?>> topics,
      Collection<? extends Topic<?, ?>> retained,
      Predicate<Topic<?, ?>> decisive,
      RuntimeContext runtime) {
    this.clients = clients;
    this.topics = List.copyOf(topics);
    this.retained = List.copyOf(retained);
    this.decisive = decisive;
    this.runtime = runtime;
  }

  /** The same with topics whose records must outlive the tables' items. */
  public TopicCheck retaining(Collection<? extends Topic<?, ?>> outliving) {
    return new TopicCheck(clients, topics, outliving, decisive, runtime);
  }

  @Override
  public void start() throws InterruptedException {
    try (Admin admin = clients.admin(clients.group("start"));
        TopicIds ids = new TopicIds(clients)) {
      TopicAdmin cluster = new TopicAdmin(admin, clients.topics(), BROKERS_DEFAULT);
      cluster.requireUsable(topics);
      cluster.requireRetention(retained);
      while (isReplaced(admin, ids)) {
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }
    reasons = List.of();
  }

  private boolean isReplaced(Admin admin, TopicIds ids) {
    Set<String> names =
        topics.stream().map(clients.topics()::of).collect(Collectors.toCollection(HashSet::new));
    names.addAll(ids.holders());
    FoundTopics found = FoundTopics.of(admin, clients.topics(), names);
    Set<String> waited =
        topics.stream().filter(decisive).map(clients.topics()::of).collect(Collectors.toSet());
    waited.addAll(ids.holders());
    List<HealthReason> before = reasons;
    reasons =
        ids.meet(found, runtime).stream()
            .filter(replaced -> waited.contains(replaced.name()))
            .map(replaced -> new HealthReason("topic_replaced", "waits: " + replaced))
            .toList();
    if (before.isEmpty()) {
      reasons.forEach(reason -> log.warn(reason.message()));
    }
    return !reasons.isEmpty();
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return reasons;
  }
}
