package io.tributary.embedded.dynamodb.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Json;
import io.tributary.embedded.dynamodb.wire.Operation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Streams as hours and days pass. */
final class StreamsTest {
  private static final int STREAM = 7;
  private static final String TABLE = "arn:aws:dynamodb:us-east-1:000000000000:table/t";

  private final Store store;
  private final Streams streams;
  private final Map<String, Operation> operations;
  private final String arn;
  private Instant now = Instant.parse("2026-11-28T09:15:00Z");

  StreamsTest() throws IOException {
    store = Store.inMemory();
    streams = streams();
    operations = new StreamOperations(streams).all();
    try (Batch batch = new Batch()) {
      arn = streams.create(batch, STREAM, TABLE, "NEW_IMAGE", List.of()).arn();
      store.write(batch);
    }
  }

  private Streams streams() {
    return new Streams(store, () -> now, Duration.ofHours(4));
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  private void append(String key, AttributeValue value) {
    Map<String, AttributeValue> keys = Map.of("pk", AttributeValue.of(key));
    Map<String, AttributeValue> item = Map.of("pk", AttributeValue.of(key), "v", value);
    try (Batch batch = new Batch()) {
      streams.write(batch, List.of(new ItemChange(STREAM, keys, null, item, false)));
    }
  }

  private JsonNode call(String operation, Map<String, Object> request) {
    try {
      Operation called = Objects.requireNonNull(operations.get(operation));
      return new ObjectMapper().readTree(Json.write(called.run(request)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode shards() {
    return call("DescribeStream", Map.of("StreamArn", arn)).at("/StreamDescription/Shards");
  }

  private String iterator(int shard) {
    Map<String, Object> request = new HashMap<>();
    request.put("StreamArn", arn);
    request.put("ShardId", shards().get(shard).get("ShardId").asText());
    request.put("ShardIteratorType", "TRIM_HORIZON");
    return call("GetShardIterator", request).get("ShardIterator").asText();
  }

  private int records(String iterator) {
    return call("GetRecords", Map.of("ShardIterator", iterator)).get("Records").size();
  }

  @Test
  void shouldLetRecordsGoAfterADayAndTheirShardsWithThem() {
    append("first", AttributeValue.of("v"));
    now = now.plus(Duration.ofHours(5));
    append("second", AttributeValue.of("v"));
    assertThat(shards()).hasSize(2);
    String early = iterator(0);
    assertThat(records(early)).isEqualTo(1);

    now = now.plus(Duration.ofMinutes(16));
    assertThatThrownBy(() -> records(early))
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            e -> assertThat(e.name()).isEqualTo("ExpiredIteratorException"));

    now = now.plus(Duration.ofHours(20));
    String stale = iterator(0);
    streams.trim();
    assertThatThrownBy(() -> records(stale))
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            e -> assertThat(e.name()).isEqualTo("TrimmedDataAccessException"));
    assertThat(records(iterator(0))).isZero();

    now = now.plus(Duration.ofHours(5));
    streams.trim();
    assertThat(shards()).as("the closed shard is gone, too").hasSize(1);
    append("third", AttributeValue.of("v"));
    assertThat(records(iterator(shards().size() - 1))).isEqualTo(1);
  }

  @Test
  void shouldKeepADisabledStreamForADay() {
    append("only", AttributeValue.of("v"));
    try (Batch batch = new Batch()) {
      // Numbers of other streams lie between the record and the end.
      streams.create(batch, STREAM + 1, TABLE + '2', "NEW_IMAGE", List.of());
      streams.disable(batch, STREAM);
      store.write(batch);
    }
    now = now.plus(Duration.ofHours(23));
    streams.trim();
    assertThat(records(iterator(0))).isEqualTo(1);

    now = now.plus(Duration.ofHours(2));
    streams.trim();
    assertThatThrownBy(this::shards)
        .isInstanceOfSatisfying(
            DynamoDbException.class,
            e -> assertThat(e.name()).isEqualTo("ResourceNotFoundException"));
    assertThat(streams().all()).hasSize(1);
  }

  @Test
  void shouldCarryItemsThatNestAsDeepAsTheyMay() {
    AttributeValue deep = AttributeValue.of("leaf");
    for (int i = 0; i < 31; i++) {
      deep = AttributeValue.of(Map.of("a", deep));
    }
    append("deep", deep);

    assertThat(records(iterator(0))).isEqualTo(1);
  }
}
