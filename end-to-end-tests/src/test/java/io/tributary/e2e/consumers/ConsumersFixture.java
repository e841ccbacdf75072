package io.tributary.e2e.consumers;

import io.tributary.e2e.operators.SampleTraffic;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.RegistryProcess;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.store.ConfluentRegistry;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A pipeline, traffic of all families, and the documented programs that subscribe. */
final class ConsumersFixture implements AutoCloseable {

  private final HttpProbe http;
  private final Optional<RegistryProcess> registry;
  private final WholePipeline pipeline;
  private final Topics topics;
  private final Tables tables;
  private final SampleTraffic traffic;
  private final SampleConversation conversation;
  private final List<String> names = RecordTopics.names();
  private final PlainReader plain;
  private final Subscribers subscribers;
  private int rounds;

  /**
   * Starts the pipeline.
   *
   * @param withRegistry true of one that has a schema registry
   */
  ConsumersFixture(boolean withRegistry) throws IOException {
    Workplace place = Workplace.named("ConsumersIT-" + withRegistry);
    registry =
        withRegistry
            ? Optional.of(RegistryProcess.start(place.launcher(), place.serversFolder("registry")))
            : Optional.empty();
    Launcher launcher =
        place.launcher().with(registry.map(RegistryProcess::variables).orElse(Map.of()));
    pipeline = WholePipeline.start(place, launcher);
    http = new HttpProbe(place.statistics());
    topics = new Topics(pipeline.endpoints());
    tables = new Tables(pipeline.endpoints());
    traffic = new SampleTraffic(http, pipeline.http());
    conversation = new SampleConversation(http, pipeline.http());
    Optional<String> url = registry.map(RegistryProcess::url);
    plain = new PlainReader(topics, url.map(base -> new ConfluentRegistry(http, base)));
    subscribers =
        new Subscribers(
            launcher, place.freshFolder("subscribers"), pipeline.endpoints().kafka(), url);
  }

  /** Some of every family, then programs that read it. */
  void begin() throws Exception {
    traffic.send();
    sendMore();
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", pipeline.endpoints().kafka()))) {
      admin.createTopics(List.of(new NewTopic(Subscribers.RESULT, 1, (short) 1))).all().get();
    }
    subscribers.start(names);
  }

  /** A little more of every family, with repeats. */
  void sendMore() throws IOException {
    String round = "round " + ++rounds;
    for (int sent = 0; sent < 2; sent++) {
      traffic.upload(SampleTraffic.DEVICE, round, SampleTraffic.MEASURED + rounds);
      traffic.message("t1", "m-" + rounds);
      traffic.reply("c1", "r-" + rounds);
      traffic.request("r-" + rounds);
    }
    traffic.publish("\"kind\":\"users\",\"uids\":[\"ada\"]");
    conversation.say(1);
    conversation.replyToCompany("SM" + rounds);
  }

  WholePipeline pipeline() {
    return pipeline;
  }

  Subscribers subscribers() {
    return subscribers;
  }

  Topics topics() {
    return topics;
  }

  Tables tables() {
    return tables;
  }

  List<String> recordTopics() {
    return names;
  }

  /** What there is to read now. */
  List<Printed> read() {
    return plain.read(names);
  }

  /** How often assistants have appended an answer. */
  long answersGiven() {
    return plain.read(List.of("tenants.conversation-events")).stream()
        .map(event -> (Map<?, ?>) event.member("envelope"))
        .filter(envelope -> "example-assistant".equals(envelope.get("caller")))
        .count();
  }

  @Override
  public void close() {
    subscribers.close();
    topics.close();
    tables.close();
    pipeline.close();
    registry.ifPresent(RegistryProcess::close);
  }
}
