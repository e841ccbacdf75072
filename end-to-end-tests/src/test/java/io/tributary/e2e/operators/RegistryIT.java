package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.RegistryProcess;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.store.ConfluentRegistry;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;

/** A whole pipeline whose records carry ids of a schema registry, with that gone at times. */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("storm")
final class RegistryIT {

  private static final String BATCHES = "devices.batches";
  private static final String DEVICE = SampleTraffic.DEVICE;

  private final Workplace place = Workplace.named("RegistryIT");
  private final RegistryProcess registry =
      RegistryProcess.start(place.launcher(), place.serversFolder("registry"));
  private final Launcher launcher =
      place
          .launcher()
          .with(registry.variables())
          .with(Map.of("TRIBUTARY_SERVICE_TOKEN", ServiceTokens.ALL));
  private final WholePipeline pipeline = WholePipeline.start(launcher, place.serversFolder("up"));
  private final HttpProbe http = new HttpProbe(place.statistics());
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final SampleTraffic traffic = new SampleTraffic(http, pipeline.http());

  @AfterAll
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
    registry.close();
  }

  /** Records that are written and read do not ask: the registry is killed while they flow. */
  @Test
  @Order(1)
  void shouldStoreAllFamiliesExactlyThoughTheRegistryIsKilled() throws IOException {
    traffic.send();
    Completed simulated =
        launcher.run(
            commanded(
                "simulate",
                "--http",
                pipeline.http().toString(),
                "--rate",
                "20",
                "--duration",
                "10s",
                "--seed",
                "7"));
    assertThat(simulated.exitCode()).as(simulated.out() + simulated.err()).isZero();
    for (int i = 0; i < 20; i++) {
      if (i == 5) {
        registry.kill();
      }
      traffic.upload(DEVICE, "without " + i, SampleTraffic.MEASURED + i);
      traffic.upload(DEVICE, "without " + i, SampleTraffic.MEASURED + i);
    }
    for (int i = 0; i < 20; i++) {
      String batch = "without " + i;
      Eventually.await().until(() -> readings(batch) == 1);
    }
    registry.restart();
    assertThat(pipeline.process().isAlive()).isTrue();
    assertThat(readings("b2")).isEqualTo(1);
  }

  @Test
  @Order(2)
  void shouldFrameEverythingById() throws Exception {
    spoil("garbage".getBytes(StandardCharsets.UTF_8));
    Eventually.await().until(() -> !topics.read("devices.dead-letters").isEmpty());
    var seen = new TreeSet<String>();
    for (String topic : topicNames()) {
      for (TopicRecord record : topics.read(topic)) {
        byte[] value = record.raw().value();
        boolean garbage =
            value != null && new String(value, StandardCharsets.UTF_8).equals("garbage");
        if (value != null && !garbage) {
          assertThat(ConfluentRegistry.isFramed(value)).as(record.place()).isTrue();
          seen.add(topic);
        }
      }
    }
    assertThat(seen)
        .contains(
            BATCHES,
            "devices.readings",
            "devices.devices",
            "devices.api-keys",
            "history.events",
            "history.messages",
            "history.threads",
            "inbox.events",
            "inbox.messages",
            "inbox.stats",
            "tenants.tenants",
            "tenants.messages",
            "tenants.conversations",
            "outreach.events",
            "outreach.conversations");
    Completed read =
        launcher.run(commanded("topics", "read", "devices.readings", "--from-beginning"));
    assertThat(read.exitCode()).as(read.err()).isZero();
    assertThat(read.out()).contains("\"hardware_id\":\"" + DEVICE + '"');
    Completed checked = launcher.run(commanded("schemas", "check"));
    assertThat(checked.out()).as(checked.err()).endsWith("\nno drift\n").doesNotContain("drift:");
    assertThat(checked.err()).doesNotContain("not compared");
  }

  private List<String> topicNames() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", pipeline.endpoints().kafka()))) {
      return admin.listTopics().names().get().stream()
          .filter(name -> !name.startsWith("tributary") && !name.endsWith(".dead-letter-decisions"))
          .toList();
    }
  }

  private long readings(String batch) {
    return tables.scan("device_readings").stream()
        .filter(
            item -> batch.equals(item.get("batch_id")) && DEVICE.equals(item.get("hardware_id")))
        .count();
  }

  private void spoil(byte[] value) {
    topics.append(record(value));
  }

  private static ProducerRecord<byte[], byte[]> record(byte[] value) {
    return new ProducerRecord<>(BATCHES, DEVICE.getBytes(StandardCharsets.UTF_8), value);
  }

  private List<String> commanded(String... words) {
    return pipeline.endpoints().appendedTo(Arrays.copyOf(words, words.length));
  }
}
