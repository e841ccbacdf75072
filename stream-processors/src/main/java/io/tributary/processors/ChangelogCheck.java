package io.tributary.processors;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.topic.FoundTopics;
import io.tributary.runtime.kafka.topic.TopicIds;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.ApiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits while changelogs are lost, before Kafka Streams would forget the states, and writes down
 * the ids of new ones once the states run.
 */
final class ChangelogCheck implements Component {

  private static final Logger log = LoggerFactory.getLogger(ChangelogCheck.class);
  private static final long PAUSE_MILLIS = 1000;

  private final KafkaClients clients;
  private final Changelogs changelogs;
  private final Component streams;
  private final RuntimeContext runtime;
  private volatile List<HealthReason> reasons = List.of();

  /**
   * A check around Kafka Streams.
   *
   * @param streams started behind it
   */
  ChangelogCheck(
      KafkaClients clients, Changelogs changelogs, Component streams, RuntimeContext runtime) {
    this.clients = clients;
    this.changelogs = changelogs;
    this.streams = streams;
    this.runtime = runtime;
  }

  @Override
  public void start() throws Exception {
    try (Admin admin = clients.admin(clients.group("changelogs"));
        TopicIds ids = new TopicIds(clients)) {
      for (List<String> losses = changelogs.losses(admin, ids).words();
          !losses.isEmpty();
          losses = changelogs.losses(admin, ids).words()) {
        if (reasons.isEmpty()) {
          log.warn("waits, because states are unknown: {}", losses);
        }
        reasons = List.of(new HealthReason("state_lost", String.join("; ", losses)));
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
      stampByBrokers(admin);
      streams.start();
      Set<String> names = new HashSet<>(changelogs.settings().keySet());
      names.addAll(ids.holders());
      Object unused = ids.meet(FoundTopics.of(admin, clients.topics(), names), runtime);
    } finally {
      reasons = List.of();
    }
  }

  /** Without the permission, `status` names the difference. */
  private void stampByBrokers(Admin admin) {
    try {
      if (changelogs.stampByBrokers(admin)) {
        log.info("brokers stamp changelogs from now on");
      }
    } catch (ApiException e) {
      log.warn("brokers do not stamp all changelogs: {}", e.getMessage());
    }
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    List<HealthReason> waiting = reasons;
    return waiting.isEmpty() ? streams.unreadyReasons() : waiting;
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    streams.close(deadline);
  }
}
