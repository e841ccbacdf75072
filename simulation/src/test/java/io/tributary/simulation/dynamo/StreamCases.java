package io.tributary.simulation.dynamo;

import static io.tributary.simulation.dynamo.ContractTables.number;
import static io.tributary.simulation.dynamo.ContractTables.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What tables' streams tell, and the removal of what has expired. */
abstract class StreamCases extends DynamoContract {

  private static final Duration SWEEP = Duration.ofMinutes(1);

  @Test
  void shouldTellEachChangeOfAnItemInOrder() {
    put("changes", with("rev", number("1")));
    put("changes", with("rev", number("1")));
    TransactWriteItem second =
        TransactWriteItem.builder()
            .put(put -> put.tableName("changes").item(with("rev", number("2"))))
            .build();
    client().transactWriteItems(request -> request.transactItems(second));
    client().deleteItem(request -> request.tableName("changes").key(plain()));
    client().deleteItem(request -> request.tableName("changes").key(plain()));

    List<Record> records = ofThisCase("changes", "id");

    assertThat(records)
        .extracting(Record::eventName)
        .containsExactly(OperationType.INSERT, OperationType.MODIFY, OperationType.REMOVE);
    assertThat(records)
        .extracting(record -> record.dynamodb().oldImage().get("rev"))
        .containsExactly(null, number("1"), number("2"));
    assertThat(records)
        .extracting(record -> record.dynamodb().newImage().get("rev"))
        .containsExactly(number("1"), number("2"), null);
    assertThat(records).extracting(Record::userIdentity).containsOnlyNulls();
    assertThat(records).extracting(Record::eventID).doesNotHaveDuplicates();
    assertThat(records)
        .allMatch(record -> record.dynamodb().keys().equals(plain()))
        .allMatch(record -> isRecent(record.dynamodb().approximateCreationDateTime()));
  }

  /** DynamoDB Local rounds down to the minute. */
  private static boolean isRecent(Instant time) {
    return Duration.between(time, Instant.now()).abs().compareTo(Duration.ofMinutes(10)) < 0;
  }

  @Test
  void shouldGoOnBehindASequenceNumber() {
    for (int i = 0; i < 4; i++) {
      put("changes", with("rev", number(Integer.toString(i))));
    }
    List<Record> all = ofThisCase("changes", "id");
    String second = all.get(1).dynamodb().sequenceNumber();

    StreamReads stream = stream("changes");
    List<Record> rest =
        stream.description().shards().stream()
            .flatMap(shard -> stream.records(stream.behind(shard.shardId(), second)).stream())
            .toList();

    assertThat(rest.stream().filter(record -> isOfThisCase(record, "id")))
        .containsExactlyElementsOf(all.subList(2, 4));
  }

  @Test
  void shouldTellHowAnItemWasAlone() {
    Map<String, AttributeValue> first = expiring("1", number("1"));
    put("expiring", first);
    put("expiring", expiring("1", number("2")));

    List<Record> records = ofThisCase("expiring", "pk");

    assertThat(records)
        .extracting(record -> record.dynamodb().hasOldImage())
        .containsExactly(false, true);
    assertThat(records).noneMatch(record -> record.dynamodb().hasNewImage());
    assertThat(records.get(1).dynamodb().oldImage()).isEqualTo(first);
  }

  @Test
  void shouldRemoveWhatHasExpiredAndTellThatTheServiceDidIt() {
    Instant now = Instant.now();
    Map<String, AttributeValue> expired =
        expiring("expired", number(Long.toString(now.minusSeconds(60).getEpochSecond())));
    put("expiring", expiring("living", number(Long.toString(now.getEpochSecond() + 3600))));
    put("expiring", expiring("a text", text(Long.toString(now.getEpochSecond() - 60))));
    put("expiring", expiring("too old", number("1000000")));
    put("expiring", expired);

    await()
        .atMost(SWEEP)
        .untilAsserted(
            () -> {
              endpoint().expiry().run();
              assertThat(ofThisCase("expiring", "pk")).hasSize(5);
            });

    Record removal = ofThisCase("expiring", "pk").get(4);
    assertThat(removal.eventName()).isEqualTo(OperationType.REMOVE);
    assertThat(removal.userIdentity().type()).isEqualTo("Service");
    assertThat(removal.userIdentity().principalId()).isEqualTo("dynamodb.amazonaws.com");
    assertThat(removal.dynamodb().oldImage()).isEqualTo(expired);
    assertThat(
            client()
                .query(
                    request ->
                        request
                            .tableName("expiring")
                            .keyConditionExpression("#pk = :pk")
                            .expressionAttributeNames(Map.of("#pk", "pk"))
                            .expressionAttributeValues(Map.of(":pk", text(id))))
                .items())
        .extracting(item -> item.get("sk"))
        .containsExactly(text("a text"), text("living"), text("too old"));
  }

  @Test
  void shouldNotKnowAnotherStreamOrShard() {
    StreamReads stream = stream("changes");
    StreamReads absent =
        new StreamReads(stream.client(), stream.arn().replace("changes", "absent"));

    assertThat(
            List.of(
                Outcome.of(() -> absent.description().toString()),
                Outcome.of(() -> stream.beginning("shardId-00000000000000000001-00000001"))))
        .allMatch(
            outcome ->
                outcome.startsWith("ResourceNotFoundException 400 ResourceNotFoundException"));
  }

  private Map<String, AttributeValue> expiring(String sk, AttributeValue expiry) {
    return Map.of("pk", text(id), "sk", text(sk), "expiry", expiry);
  }

  private StreamReads stream(String table) {
    return new StreamReads(
        endpoint().streams(),
        client().describeTable(request -> request.tableName(table)).table().latestStreamArn());
  }

  private List<Record> ofThisCase(String table, String key) {
    return stream(table).records().stream().filter(record -> isOfThisCase(record, key)).toList();
  }

  private boolean isOfThisCase(Record record, String key) {
    return text(id).equals(record.dynamodb().keys().get(key));
  }
}
