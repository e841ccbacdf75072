package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.fault.Passed;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.ReadinessWatch;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.RunStatistic;
import io.tributary.harness.process.RunStatistics;
import io.tributary.harness.server.Brokers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Traffic of all families while Kafka or DynamoDB is away. */
@Order(5)
@Tag("storm")
@OnRestartablePipeline
final class OutagesIT {

  private static final int REQUESTS = 1200;
  private static final Duration KAFKA_AWAY = Duration.ofSeconds(20);

  /** Long enough for the sink to say so: a call is given up after 5 s, a failure holds for 5 s. */
  private static final Duration HANGING = Duration.ofSeconds(12);

  private static final Duration REFUSING = Duration.ofSeconds(8);
  private static final String EVENT =
      """
      {"org_id":"outages","tenant_id":"t","user_id":"u","thread_id":"t1","title":"unavailable"}""";

  private final RestartablePipeline pipeline;
  private final SplitPipeline services;

  OutagesIT(RestartablePipeline pipeline) {
    this.pipeline = pipeline;
    this.services = pipeline.services();
    pipeline.have(Role.PROCESSORS, 1);
    pipeline.have(Role.SINK, 1);
  }

  @Test
  void shouldAnswer503InsteadOfAcceptingUndurableFacts() throws IOException {
    Brokers brokers = services.brokers();
    try (Simulation load = pipeline.simulate(REQUESTS);
        ReadinessWatch gateway = new ReadinessWatch(services.gateway())) {
      load.awaitMore(20);
      brokers.all(brokers::freeze);
      requireUnavailable(gateway);
      brokers.all(brokers::thaw);
      gateway.awaitReady();
      load.awaitMore(20);
      brokers.all(brokers::stop);
      requireUnavailable(gateway);
      brokers.all(brokers::startAgain);
      gateway.awaitReady();
      load.requireExact();
    }
    pipeline.check();
  }

  private void requireUnavailable(ReadinessWatch gateway) throws IOException {
    RunStatistics statistics = new RunStatistics();
    HttpProbe http = HttpProbe.once(statistics);
    URI titles = services.gateway().resolve("/v1/history/threads");
    Map<String, String> token = Map.of("Authorization", "Bearer " + ServiceTokens.ALL);
    pass(KAFKA_AWAY);
    assertThat(http.post(titles, token, EVENT).headers().firstValue("retry-after")).isPresent();
    gateway.awaitUnready();
    assertThat(http.get(services.gateway().resolve("/health/live")).status()).isEqualTo(200);
    assertThat(statistics.of(RunStatistic.ANSWERS_503)).isEqualTo(1);
  }

  @Test
  void shouldAcceptAllTheTimeAndStoreWhenDynamoDbIsBack() {
    FaultyDynamo dynamo = pipeline.dynamo();
    try (Simulation load = pipeline.simulate(REQUESTS);
        ReadinessWatch gateway = new ReadinessWatch(services.gateway());
        ReadinessWatch sink = new ReadinessWatch(services.of(Role.SINK).get(0).http())) {
      load.awaitMore(20);
      dynamo.hang();
      pass(HANGING);
      int stored = pipeline.tables().count("device_readings");
      load.awaitMore(20);
      dynamo.refuse();
      pass(REFUSING);
      assertThat(pipeline.tables().count("device_readings")).isEqualTo(stored);
      dynamo.recover();
      sink.awaitReady();
      load.requireExact();
      assertThat(gateway.statuses()).containsExactly(200);
      assertThat(sink.reasons()).containsExactly("dynamodb_unavailable");
    }
    assertThat(dynamo.passed().of(Passed.LEFT_HANGING)).isPositive();
    pipeline.check();
  }

  private static void pass(Duration time) {
    Eventually.await().pollDelay(time).until(() -> true);
  }
}
