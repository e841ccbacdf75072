package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromBool;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.http.Answer;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.TopicRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

@OnSharedPipeline
final class ApiKeyJourneyIT {

  private final Bench bench;
  private final DevicesApi api;

  ApiKeyJourneyIT(Bench bench) {
    this.bench = bench;
    this.api = new DevicesApi(bench.http(), bench.pipeline().http());
  }

  @Test
  void shouldKeepAKeyAsDocumentedFromCreationToRevocation() throws Exception {
    String wanted = "{\"description\":\"greenhouse cluster\"}";
    JsonNode made = api.createKey(wanted, "greenhouse").json();
    Answer again = api.createKey(wanted, "greenhouse");
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.json().get("message").asText()).contains(made.get("key_id").asText());
    assertThat(api.createKey("{}", "greenhouse").status()).isEqualTo(422);
    String keyId = made.get("key_id").asText();
    String raw = made.get("api_key").asText();
    Map<String, AttributeValue> expected = new HashMap<>();
    expected.put("key_id", fromS(keyId));
    expected.put("api_key_hash", fromS(DevicesApi.hash(raw)));
    expected.put("created_at", fromS(made.get("created_at").asText()));
    expected.put("is_active", fromBool(true));
    expected.put("description", fromS("greenhouse cluster"));
    expected.put("gsi1pk", fromS("api_keys"));
    expected.put("gsi1sk", fromS(made.get("created_at").asText()));
    assertThat(item(keyId)).isEqualTo(expected);

    long before = Instant.now().getEpochSecond();
    assertThat(api.upload(raw, request("first use of a key")).status()).isEqualTo(200);
    long after = Instant.now().getEpochSecond();
    assertThat(api.upload(raw, request("second use of a key")).status()).isEqualTo(200);

    Map<String, AttributeValue> used = item(keyId);
    String usedAt = Objects.requireNonNull(used.get("last_used_at")).s();
    assertThat(Instant.parse(usedAt).getEpochSecond()).isBetween(before, after);
    expected.put("last_used_at", fromS(usedAt));
    assertThat(used).isEqualTo(expected);
    assertThat(newestListed().get("last_used_at").asText()).isEqualTo(usedAt);

    assertThat(api.revokeKey(keyId).status()).isEqualTo(200);

    expected.put("is_active", fromBool(false));
    assertThat(item(keyId)).isEqualTo(expected);
    assertThat(newestListed().get("is_active").asBoolean()).isFalse();
    requireNowhere(raw);
  }

  @Test
  void shouldOmitLastUseOfAnUnusedKey() throws Exception {
    JsonNode made = api.createKey("").json();
    String keyId = made.get("key_id").asText();

    assertThat(item(keyId))
        .isEqualTo(
            Map.of(
                "key_id", fromS(keyId),
                "api_key_hash", fromS(DevicesApi.hash(made.get("api_key").asText())),
                "created_at", fromS(made.get("created_at").asText()),
                "is_active", fromBool(true),
                "gsi1pk", fromS("api_keys"),
                "gsi1sk", fromS(made.get("created_at").asText())));
  }

  /** The secret itself is in no topic, no table and no log. */
  private void requireNowhere(String raw) {
    try (Cluster cluster = new Cluster(bench.pipeline().endpoints())) {
      assertThat(bench.topics().readAll(cluster.topics()))
          .noneMatch(record -> textOf(record).contains(raw));
    }
    for (String table : bench.tables().names()) {
      assertThat(bench.tables().scan(table).toString()).as(table).doesNotContain(raw);
    }
    assertThat(bench.pipeline().process().logged()).doesNotContain(raw);
  }

  /** Key, value and headers, byte by byte. */
  private static String textOf(TopicRecord record) {
    StringBuilder text = new StringBuilder();
    Stream.concat(
            Stream.of(record.raw().key(), record.raw().value()),
            Stream.of(record.raw().headers().toArray()).map(header -> header.value()))
        .filter(Objects::nonNull)
        .forEach(bytes -> text.append(new String(bytes, StandardCharsets.ISO_8859_1)).append('\n'));
    return text.toString();
  }

  private JsonNode newestListed() throws Exception {
    return api.listKeys("?limit=1").json().get("api_keys").get(0);
  }

  /** The key's item without rev, once everything accepted is stored. */
  private Map<String, AttributeValue> item(String keyId) {
    bench.pipeline().awaitDrained();
    Map<String, AttributeValue> item =
        new HashMap<>(bench.tables().get("api_keys", Map.of("key_id", keyId)).orElseThrow());
    assertThat(item.remove("rev")).isNotNull();
    return item;
  }

  private static String request(String batchId) {
    return Samples.request(Samples.reading(batchId));
  }
}
