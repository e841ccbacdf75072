package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.Families;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.store.Poisons;
import io.tributary.harness.store.TopicRecord;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Values that cannot be read, in every topic that processors or sinks read. */
@Order(11)
@OnRestartablePipeline
final class PoisonIT {

  private static final List<String> FACTS =
      List.of(
          "devices.batches",
          "devices.device-commands",
          "devices.api-key-commands",
          "devices.api-key-uses",
          "history.events",
          "inbox.publish-commands",
          "inbox.publishes",
          "inbox.events",
          "tenants.commands",
          "tenants.webhooks",
          "tenants.conversation-events",
          "outreach.events");

  private static final List<String> RECORDS =
      List.of(
          "devices.readings",
          "devices.devices",
          "devices.api-keys",
          "history.messages",
          "history.threads",
          "inbox.messages",
          "inbox.receipts",
          "inbox.stats",
          "tenants.tenants",
          "tenants.channels",
          "tenants.conversations",
          "outreach.conversations");

  private static final int REQUESTS = 200;

  private final RestartablePipeline pipeline;
  private final Poisons poisons;

  PoisonIT(RestartablePipeline pipeline) {
    this.pipeline = pipeline;
    this.poisons = new Poisons(pipeline.topics());
    pipeline.have(Role.PROCESSORS, 1);
    pipeline.have(Role.SINK, 1);
  }

  /** Gateways read some of the topics too, and must know what stands behind the poison. */
  @Test
  void shouldSetPoisonAsideOnceAndContinue() {
    if (FACTS.stream().anyMatch(topic -> pipeline.topics().length(topic) == 0)) {
      goOn();
    }
    poison();
    restartProcessorsAndSink();
    poison();
    goOn();

    for (String family : Families.ALL) {
      poisons.checkDeadLetters(family + ".dead-letters");
    }
    assertThat(poisons.size()).isEqualTo(2 * (7 * FACTS.size() + 6 * RECORDS.size()));
    pipeline.check();
  }

  private void goOn() {
    try (Simulation load = pipeline.simulate(REQUESTS)) {
      load.requireExact();
    }
  }

  private void poison() {
    FACTS.forEach(
        topic -> {
          TopicRecord good = newest(topic);
          poisons.undecodable(topic, good.key(), good.raw().value());
        });
    RECORDS.forEach(topic -> poisons.unreadable(newest(topic)));
  }

  private TopicRecord newest(String topic) {
    Optional<TopicRecord> newest =
        pipeline.topics().read(topic).stream()
            .filter(record -> record.raw().value() != null && !Poisons.isPoison(record))
            .reduce((older, newer) -> newer);
    assertThat(newest).as(topic).isPresent();
    return newest.orElseThrow();
  }

  private void restartProcessorsAndSink() {
    List<Instance> both =
        Stream.of(Role.PROCESSORS, Role.SINK)
            .flatMap(role -> pipeline.services().of(role).stream())
            .toList();
    both.forEach(Instance::kill);
    both.forEach(Instance::launch);
    both.forEach(Instance::awaitReady);
  }
}
