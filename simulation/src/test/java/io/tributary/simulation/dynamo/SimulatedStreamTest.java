package io.tributary.simulation.dynamo;

import static io.tributary.simulation.dynamo.ContractTables.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.sink.item.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

/** What a stream does in days, which no emulator does. */
final class SimulatedStreamTest {

  private static final String TABLE = "changes";

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final SimulatedDynamo database = new SimulatedDynamo(() -> now);
  private final SimulatedDynamoClient client =
      new SimulatedDynamoClient(database, Interceptor.NONE);
  private final SimulatedStreamsClient streams =
      new SimulatedStreamsClient(database, Interceptor.NONE);

  @BeforeEach
  void createTables() {
    ContractTables.create(client);
  }

  @Test
  void shouldTellAnItemsChangesInItsShardAndThenInThatShardsChildren() {
    writeAll("1");
    database.stream(TABLE).split(open(0));
    writeAll("2");
    database.stream(TABLE).rollOver(open(1));
    database.stream(TABLE).split(open(0));
    writeAll("3");

    List<Shard> shards = stream().description().shards();
    assertThat(shards).hasSize(6);
    Map<String, List<String>> told = new HashMap<>();
    for (Shard shard : shards) {
      assertThat(shards.indexOf(shard)).isGreaterThan(indexOf(shards, shard.parentShardId()));
      records(shard.shardId())
          .forEach(
              record ->
                  told.computeIfAbsent(
                          textOf(record.dynamodb().keys(), "id"), any -> new ArrayList<>())
                      .add(textOf(record.dynamodb().newImage(), "a")));
    }
    assertThat(told).hasSize(20);
    assertThat(told.values()).containsOnly(List.of("1", "2", "3"));
    assertThat(shards.stream().map(shard -> records(shard.shardId())).filter(List::isEmpty))
        .isEmpty();
  }

  private static int indexOf(List<Shard> shards, String id) {
    return shards.stream().map(Shard::shardId).toList().indexOf(id);
  }

  @Test
  void shouldEndAClosedShardOnceItIsRead() {
    writeAll("1");
    String closed = open(0);
    String iterator = stream().beginning(closed);
    database.stream(TABLE).pages(1, 20);

    assertThat(stream().page(iterator).nextShardIterator()).isNotNull();
    database.stream(TABLE).rollOver(closed);

    assertThat(stream().page(iterator).nextShardIterator()).isNull();
    assertThat(stream().page(iterator).records()).hasSize(20);
    StreamDescription first = stream().description();
    assertThat(first.shards()).extracting(Shard::shardId).containsExactly(closed);
    assertThat(
            streams
                .describeStream(
                    request ->
                        request
                            .streamArn(first.streamArn())
                            .exclusiveStartShardId(first.lastEvaluatedShardId()))
                .streamDescription()
                .shards())
        .extracting(Shard::parentShardId)
        .containsExactly(closed);
  }

  @Test
  void shouldForgetAfterADay() {
    writeAll("1");
    String shard = open(0);
    String beginning = stream().beginning(shard);
    String seen = records(shard).get(3).dynamodb().sequenceNumber();
    now = now.plus(Duration.ofHours(24));
    assertThat(records(shard)).hasSize(20);
    writeAll("2");
    now = now.plusMillis(1);

    assertThat(records(shard)).hasSize(20);
    assertThatThrownBy(() -> stream().behind(shard, seen))
        .isInstanceOf(TrimmedDataAccessException.class);
    assertThatThrownBy(() -> stream().page(beginning)).isInstanceOf(ExpiredIteratorException.class);
    database.stream(TABLE).rollOver(shard);
    now = now.plus(Duration.ofHours(25));
    assertThat(stream().description().shards()).extracting(Shard::shardId).containsExactly(open(0));
    assertThatThrownBy(() -> records(shard)).isInstanceOf(ResourceNotFoundException.class);
  }

  @Test
  void shouldTrimUnderAnIterator() {
    writeAll("1");
    now = now.plus(Duration.ofHours(24));
    String beginning = stream().beginning(open(0));
    now = now.plus(Duration.ofMinutes(15));

    assertThatThrownBy(() -> stream().page(beginning))
        .isInstanceOf(TrimmedDataAccessException.class);
  }

  @Test
  void shouldBeReadableForADayAfterItWasReplaced() {
    writeAll("1");
    StreamReads first = stream();
    stream(false);
    writeAll("2");
    stream(true);
    writeAll("3");

    assertThat(stream().records()).hasSize(20);
    assertThat(stream().arn()).isNotEqualTo(first.arn());
    assertThat(first.records()).hasSize(20);
    assertThat(first.description().streamStatus()).isEqualTo(StreamStatus.DISABLED);
  }

  @Test
  void shouldExpireWhatIsChosenAlone() {
    for (String sk : List.of("1", "2")) {
      client.putItem(
          request ->
              request
                  .tableName("expiring")
                  .item(
                      Map.of(
                          "pk",
                          text("p"),
                          "sk",
                          text(sk),
                          "expiry",
                          ContractTables.number(Long.toString(now.getEpochSecond())))));
    }

    assertThat(database.expire(now)).isZero();
    assertThat(database.expire(now.plusSeconds(1), item -> text("2").equals(item.get("sk"))))
        .isEqualTo(1);
    assertThat(database.items("expiring"))
        .extracting(item -> item.get("sk"))
        .containsExactly(text("1"));
  }

  @Test
  void shouldBeginAnewWithTheSameTables() {
    writeAll("1");

    SimulatedDynamo other = database.emptied(() -> now);

    assertThat(other.tables()).isEqualTo(database.tables());
    assertThat(other.items(TABLE)).isEmpty();
    assertThat(other.stream(TABLE).openShards()).hasSize(1);
    assertThat(database.items(TABLE)).hasSize(20);
  }

  private void writeAll(String value) {
    for (int i = 0; i < 20; i++) {
      String id = "id-" + i;
      client.putItem(
          request -> request.tableName(TABLE).item(Map.of("id", text(id), "a", text(value))));
    }
  }

  private List<Record> records(String shard) {
    return stream().records(stream().beginning(shard));
  }

  private void stream(boolean on) {
    client.updateTable(
        request ->
            request
                .tableName(TABLE)
                .streamSpecification(
                    stream ->
                        stream.streamEnabled(on).streamViewType(on ? "NEW_AND_OLD_IMAGES" : null)));
  }

  private String open(int index) {
    return database.stream(TABLE).openShards().get(index);
  }

  private StreamReads stream() {
    return new StreamReads(
        streams,
        client.describeTable(request -> request.tableName(TABLE)).table().latestStreamArn());
  }

  private static String textOf(Map<String, AttributeValue> item, String name) {
    return new Item(item).text(name).orElseThrow();
  }
}
