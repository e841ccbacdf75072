package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Eventually;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** The documented queries, on items that the pipeline wrote. */
@OnSharedPipeline
final class AccessPatternsIT {

  private static final String DEVICE = "24:6F:28:AE:52:A0";

  private final Bench bench;
  private final DevicesApi api;

  AccessPatternsIT(Bench bench) {
    this.bench = bench;
    this.api = new DevicesApi(bench.http(), bench.pipeline().http());
  }

  @Test
  void shouldFindTheLatestReadingAndARangeOfReadings() throws Exception {
    String body =
        Samples.request(
            Samples.reading("A0 d", DEVICE, "3786912601000"),
            Samples.reading("A0 just before", DEVICE, "3786912599999"),
            Samples.reading(" A0 first of its ms", DEVICE, "3786912600000"),
            Samples.reading("~A0 last of its ms", DEVICE, "3786912602000"),
            Samples.reading("A0 before 2001", DEVICE, "946684800000"),
            Samples.reading("A0 just behind", DEVICE, "3786912602001"),
            Samples.reading("A0 another of its ms", DEVICE, "3786912602000"),
            Samples.reading("A1 later, elsewhere", "24:6F:28:AE:52:A1", "3786912603000"));
    assertThat(api.upload(api.newKey(), body).status()).isEqualTo(200);
    bench.pipeline().awaitDrained();

    assertThat(batchIds(ofDevice("", Map.of()).scanIndexForward(false).limit(1)))
        .containsExactly("A0 just behind");
    assertThat(batchIds(ofDevice("", Map.of()).limit(1))).containsExactly("A0 before 2001");
    assertThat(
            batchIds(
                ofDevice(
                    " AND ts_batch BETWEEN :from AND :to",
                    Map.of(":from", "3786912600000#", ":to", "3786912602000#\uffff"))))
        .containsExactly(
            " A0 first of its ms", "A0 d", "A0 another of its ms", "~A0 last of its ms");
  }

  @Test
  void shouldListDevicesByActivityNewestFirst() throws Exception {
    String key = api.newKey();
    List<String> devices = List.of("24:6F:28:AE:52:A2", "24:6F:28:AE:52:A3", "24:6F:28:AE:52:A4");
    List<String> seen = new ArrayList<>();
    for (String device : devices) {
      Answer answer = api.register(key, Samples.registration(device, "listed"));
      assertThat(answer.status()).isEqualTo(200);
      String registeredAt = answer.json().get("registered_at").asText();
      seen.add(0, device + " " + registeredAt);
      awaitSecondAfter(registeredAt);
    }
    bench.pipeline().awaitDrained();

    List<Map<String, Object>> listed =
        run(
            query("devices", "gsi1pk = :all", Map.of(":all", "devices"))
                .indexName("gsi1")
                .scanIndexForward(false)
                .build());

    assertThat(listed)
        .extracting(item -> item.get("hardware_id") + " " + item.get("last_seen_at"))
        .filteredOn(line -> devices.contains(line.substring(0, 17)))
        .isEqualTo(seen);
    assertThat(listed)
        .extracting(item -> (String) item.get("gsi1sk"))
        .isSortedAccordingTo(Comparator.reverseOrder());
    // The projection is ALL: the index tells as much as the table.
    assertThat(listed).containsExactlyInAnyOrderElementsOf(bench.tables().scan("devices"));
  }

  @Test
  void shouldFindAKeyByItsHashAndListKeysNewestFirst() throws Exception {
    List<JsonNode> made =
        List.of(createKey("A oldest"), createKey("A middle"), createKey("A newest"));
    bench.pipeline().awaitDrained();

    String raw = made.get(1).get("api_key").asText();
    List<Map<String, Object>> found =
        run(
            query("api_keys", "api_key_hash = :hash", Map.of(":hash", DevicesApi.hash(raw)))
                .indexName("api_key_hash_index")
                .build());
    assertThat(found)
        .extracting(item -> item.get("key_id"))
        .containsExactly(made.get(1).get("key_id").asText());
    assertThat(found).containsExactlyElementsOf(keyItems("A middle"));

    List<Map<String, Object>> listed =
        run(
            query("api_keys", "gsi1pk = :all", Map.of(":all", "api_keys"))
                .indexName("gsi1")
                .scanIndexForward(false)
                .build());
    // Other tests make keys, too: some of them within the second of the oldest one.
    assertThat(listed)
        .extracting(item -> item.get("description"))
        .filteredOn(description -> ("" + description).startsWith("A "))
        .containsExactly("A newest", "A middle", "A oldest");
    assertThat(listed)
        .extracting(item -> (String) item.get("gsi1sk"))
        .isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(listed).containsExactlyInAnyOrderElementsOf(bench.tables().scan("api_keys"));
  }

  /** A key made in a second of its own, so that the order of keys is certain. */
  private JsonNode createKey(String description) throws Exception {
    JsonNode made = api.createKey("{\"description\":\"" + description + "\"}").json();
    awaitSecondAfter(made.get("created_at").asText());
    return made;
  }

  private static void awaitSecondAfter(String timestamp) {
    Instant next = Instant.parse(timestamp).plusSeconds(1);
    Eventually.await().until(() -> Instant.now().isAfter(next));
  }

  private List<Map<String, Object>> keyItems(String description) {
    return bench.tables().scan("api_keys").stream()
        .filter(item -> description.equals(item.get("description")))
        .toList();
  }

  private static QueryRequest.Builder ofDevice(String condition, Map<String, String> values) {
    Map<String, String> all = new HashMap<>(values);
    all.put(":device", DEVICE);
    return query("device_readings", "hardware_id = :device" + condition, all);
  }

  private List<Object> batchIds(QueryRequest.Builder query) {
    return run(query.build()).stream().map(item -> item.get("batch_id")).toList();
  }

  private List<Map<String, Object>> run(QueryRequest query) {
    return bench.tables().query(query);
  }

  private static QueryRequest.Builder query(
      String table, String condition, Map<String, String> values) {
    return QueryRequest.builder()
        .tableName(table)
        .keyConditionExpression(condition)
        .expressionAttributeValues(
            values.entrySet().stream()
                .collect(
                    Collectors.toMap(
                        Map.Entry::getKey, value -> AttributeValue.fromS(value.getValue()))));
  }
}
