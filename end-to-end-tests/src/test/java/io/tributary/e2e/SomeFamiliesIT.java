package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Launcher;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A pipeline whose families change from start to start, on the same data. */
@Tag("storm")
final class SomeFamiliesIT {

  private static final List<String> DEVICES_TABLES =
      List.of("api_keys", "device_readings", "devices", "processed_batches");
  private static final String READING =
      """
      {"batch_id":"b%d","hardware_id":"24:6F:28:AE:52:7C","timestamp_ms":378691260000%d,
       "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",
       "sensors":{},"sensor_status":{}}
      """;
  private static final String USER = "t#someU#u1#DEFAULT";
  private static final String MESSAGES = "/v1/inbox/some/DEFAULT/messages";

  private final Workplace place = Workplace.of(SomeFamiliesIT.class);
  private final HttpProbe http = new HttpProbe(place.deeds());
  private final Path data = place.serversFolder("up");

  @Test
  void shouldKeepEverythingExactWhileFamiliesComeAndGo() throws Exception {
    String apiKey = haveDevicesAlone();
    String message = haveAll(apiKey);
    leaveFactsToLaterStarts(apiKey);
    haveNoInbox(apiKey);
    haveNoDevices(apiKey, message);
    haveAllAgain(apiKey, message);
    System.out.println("some families: " + place.deeds());
  }

  private String haveDevicesAlone() throws Exception {
    try (Stage stage = start("devices")) {
      String apiKey = stage.newKey();
      stage.register(apiKey);
      stage.upload(apiKey, 1, 2, 3);
      stage.upload(apiKey, 2);
      stage.awaitDrained();

      stage.checkReadings(3);
      assertThat(stage.publish("never").status()).isEqualTo(404);
      assertThat(stage.askForAConversation().status()).isEqualTo(404);
      assertThat(stage.webhook().body()).contains("no such path");
      assertThat(stage.tableNames()).containsExactlyElementsOf(DEVICES_TABLES);
      assertThat(stage.topicNames())
          .contains("devices.readings", "tributary.meta")
          .noneMatch(name -> name.matches("(.*-)?(history|inbox|outreach|tenants)\\..*"));
      return apiKey;
    }
  }

  /** The others are made, and what devices had been through is still known. */
  private String haveAll(String apiKey) throws Exception {
    try (Stage stage = start("all")) {
      stage.upload(apiKey, 1, 3);
      stage.upload(apiKey, 4);
      String message = stage.published("first");
      stage.awaitDrained();

      stage.checkReadings(4);
      stage.checkInbox("1/0");
      assertThat(stage.webhook().body()).contains("no such account");
      assertThat(stage.askForAConversation().status()).isEqualTo(400);
      assertThat(stage.topicNames())
          .contains("inbox.events", "history.events", "outreach.events", "tenants.commands");
      return message;
    }
  }

  private void leaveFactsToLaterStarts(String apiKey) throws Exception {
    try (Stage stage = start("all", "TRIBUTARY_WITHOUT", "processors,sink")) {
      stage.upload(apiKey, 5);
      stage.published("second");
    }
  }

  /** What waits for inboxes keeps waiting, and nobody takes that for a lag. */
  private void haveNoInbox(String apiKey) throws Exception {
    try (Stage stage = start("devices")) {
      stage.upload(apiKey, 4, 5);
      stage.awaitDrained();

      stage.checkReadings(5);
      stage.checkInbox("1/0");
    }
  }

  private void haveNoDevices(String apiKey, String message) throws Exception {
    try (Stage stage = start("inbox")) {
      stage.published("third");
      stage.read(message);
      stage.awaitDrained();

      assertThat(stage.answerTo(apiKey, 6).status()).isEqualTo(404);
      stage.checkReadings(5);
      stage.checkInbox("3/1");
    }
  }

  private void haveAllAgain(String apiKey, String message) throws Exception {
    try (Stage stage = start("all")) {
      stage.upload(apiKey, 1, 2, 3, 4, 5);
      stage.upload(apiKey, 6);
      stage.read(message);
      stage.awaitDrained();

      stage.checkReadings(6);
      stage.checkInbox("3/1");
    }
  }

  private Stage start(String families, String... more) {
    Map<String, String> environment = new TreeMap<>(Map.of("TRIBUTARY_FAMILIES", families));
    for (int i = 0; i < more.length; i += 2) {
      environment.put(more[i], more[i + 1]);
    }
    Launcher launcher = place.launcher().with(environment);
    return new Stage(WholePipeline.embedded(launcher, data));
  }

  /** One start of the pipeline, which ends in order. */
  private final class Stage implements AutoCloseable {

    private final WholePipeline pipeline;
    private final Tables tables;

    private Stage(WholePipeline pipeline) {
      this.pipeline = pipeline;
      this.tables = new Tables(pipeline.endpoints());
    }

    private String newKey() throws Exception {
      Answer answer =
          http.post(
              pipeline.http().resolve("/v1/admin/api-keys"),
              Map.of("Authorization", "Bearer " + Workplace.ADMIN_TOKEN),
              "{\"description\":\"made by a test\"}");
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
      return answer.json().get("api_key").asText();
    }

    private void register(String apiKey) throws Exception {
      Answer answer =
          http.post(
              pipeline.http().resolve("/v1/devices/register"),
              Map.of("X-API-Key", apiKey),
              "{\"hardware_id\":\"24:6F:28:AE:52:7C\","
                  + "\"boot_id\":\"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6\","
                  + "\"firmware_version\":\"1.0.16\","
                  + "\"capabilities\":{\"sensors\":[],\"features\":{}}}");
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    private void upload(String apiKey, int... readings) throws Exception {
      Answer answer = answerTo(apiKey, readings);
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }

    private Answer answerTo(String apiKey, int... readings) throws Exception {
      String all =
          Arrays.stream(readings)
              .mapToObj(reading -> READING.formatted(reading, reading))
              .collect(Collectors.joining(","));
      return http.post(
          pipeline.http().resolve("/v1/devices/data"),
          Map.of("X-API-Key", apiKey),
          "{\"readings\":[" + all + "]}");
    }

    private Answer publish(String title) throws Exception {
      return http.post(
          pipeline.http().resolve(MESSAGES),
          token(),
          "{\"audiences\":{\"kind\":\"users\",\"label\":\"Some\",\"uids\":[\"u1\"]},"
              + "\"message\":{\"title\":\"%s\",\"body\":\"text\"}}".formatted(title));
    }

    /** With nothing that a gateway of outreach could accept. */
    private Answer askForAConversation() throws Exception {
      return http.post(pipeline.http().resolve("/v1/outreach/conversations"), token(), "{}");
    }

    /** A publish that must be accepted; gives the message's id. */
    private String published(String title) throws Exception {
      Answer answer = publish(title);
      assertThat(answer.status()).as(answer.body()).isEqualTo(202);
      return answer.json().get("id").asText();
    }

    private void read(String id) throws Exception {
      Answer answer =
          http.send(
              "PUT",
              pipeline.http().resolve("/v1/inbox/some/DEFAULT/users/u1/reads"),
              token(),
              BodyPublishers.ofString("{\"messages\":[\"" + id + "\"]}"));
      assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    }

    private Answer webhook() throws Exception {
      return http.post(pipeline.http().resolve("/v1/channels/slack/nobody"), Map.of(), "{}");
    }

    /** The device has just the first so many readings, and each was passed on once. */
    private void checkReadings(int readings) {
      List<String> expected =
          IntStream.rangeClosed(1, readings).mapToObj(reading -> "b" + reading).toList();
      assertThat(tables.scan("device_readings"))
          .extracting(item -> String.valueOf(item.get("batch_id")))
          .containsExactlyInAnyOrderElementsOf(expected);
      assertThat(tables.scan("devices")).hasSize(1);
      assertThat(tables.scan("api_keys")).hasSize(1);
      try (Topics topics = new Topics(pipeline.endpoints())) {
        assertThat(topics.read("devices.readings")).hasSize(readings);
        assertThat(topics.read("devices.dead-letters")).isEmpty();
      }
    }

    /** The user's messages are as many as the counter says: published and read. */
    private void checkInbox(String counter) {
      List<Map<String, Object>> items =
          tables.scan("inbox").stream().filter(item -> USER.equals(item.get("pk"))).toList();
      List<String> counters =
          items.stream()
              .filter(item -> "US".equals(item.get("kind")))
              .map(item -> item.get("published") + "/" + item.get("read"))
              .toList();
      assertThat(counters).containsExactly(counter);
      long messages =
          items.stream().filter(item -> String.valueOf(item.get("sk")).startsWith("m#")).count();
      long read = items.stream().filter(item -> item.containsKey("readat")).count();
      assertThat(messages + "/" + read).isEqualTo(counter);
    }

    private Set<String> tableNames() {
      return new TreeSet<>(tables.client().listTables().tableNames());
    }

    private Set<String> topicNames() {
      try (Cluster cluster = new Cluster(pipeline.endpoints())) {
        return new TreeSet<>(cluster.topics());
      }
    }

    private void awaitDrained() {
      pipeline.awaitDrained();
    }

    private Map<String, String> token() {
      return Map.of("Authorization", "Bearer " + ServiceTokens.ALL);
    }

    @Override
    public void close() {
      tables.close();
      try {
        assertThat(pipeline.process().terminate()).isZero();
      } finally {
        pipeline.close();
      }
    }
  }
}
