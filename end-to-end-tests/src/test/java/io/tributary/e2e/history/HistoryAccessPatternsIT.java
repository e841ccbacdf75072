package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.PlainItem;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** The documented queries, on items that the pipeline wrote. */
@OnSharedPipeline
final class HistoryAccessPatternsIT {

  private static final String BY_MESSAGE = "PK-SKMessage-index-v1";
  private static final String BY_ACTIVITY = "PK-SKTimestampThread-index-v1";
  private static final Instant THEN = Instant.parse("2099-01-01T00:00:00Z");

  private final Bench bench;
  private final HistoryEvents events;
  private final HistoryItems items;

  HistoryAccessPatternsIT(Bench bench) {
    this.bench = bench;
    this.events = new HistoryEvents(bench.topics(), new AvroFiles());
    this.items = new HistoryItems(bench.tables());
  }

  @Test
  void shouldHaveTheDocumentedKeysAndIndexes() {
    TableDescription table =
        bench.tables().client().describeTable(request -> request.tableName("history")).table();

    assertThat(keys(table.keySchema())).isEqualTo("PK HASH, SK RANGE");
    assertThat(table.attributeDefinitions())
        .extracting(each -> each.attributeName() + " " + each.attributeTypeAsString())
        .containsExactlyInAnyOrder("PK S", "SK S", "SKMessage S", "SKTimestampThread S");
    assertThat(table.hasLocalSecondaryIndexes()).isFalse();
    assertThat(table.globalSecondaryIndexes())
        .extracting(
            GlobalSecondaryIndexDescription::indexName,
            index -> keys(index.keySchema()),
            index -> index.projection().projectionTypeAsString())
        .containsExactlyInAnyOrder(
            tuple(BY_MESSAGE, "PK HASH, SKMessage RANGE", "ALL"),
            tuple(BY_ACTIVITY, "PK HASH, SKTimestampThread RANGE", "ALL"));
    assertThat(
            bench
                .tables()
                .client()
                .describeTimeToLive(request -> request.tableName("history"))
                .timeToLiveDescription()
                .attributeName())
        .isEqualTo("ExpiryTime");
  }

  @ParameterizedTest
  @ValueSource(strings = {"access#tenant#user", "access#user"})
  void shouldAnswerTheAccessPatterns(String userPk) {
    ThreadId thread = thread(userPk, "first");
    ThreadId second = thread(userPk, "second");
    converse(thread);
    events.append(second, THEN, events.user("now", 4070908700900L, "elsewhere"));
    events.append(thread(userPk, "third"), THEN, events.user("now", 4070908700100L, "elsewhere"));
    events.append(
        new ThreadId("access", "tenant", "user2", "first"),
        THEN,
        events.user("now", 4070908709999L, "another user's"));
    bench.pipeline().awaitDrained();

    messagesByTimeAndId(userPk + "#first");
    threadsByActivity(userPk, userPk + "#first", second, thread);
  }

  private void converse(ThreadId thread) {
    events.append(thread, THEN, events.user("now", 4070908700000L, "6"));
    events.append(thread, THEN, events.assistant("answer", 4070908700000L, "7"));
    events.append(thread, THEN, events.user("of 2001", 1_000_000_000_000L, "1"));
    events.append(thread, THEN, events.user("in 2009", 1_234_567_890_123L, "2"));
    events.append(thread, THEN, events.user("in 2025", 1_766_666_666_666L, "3"));
    events.append(thread, THEN, events.user("b of one ms", 1_767_225_600_123L, "5"));
    events.append(thread, THEN, events.user("a of one ms", 1_767_225_600_123L, "4"));
    events.append(thread, THEN, events.assistant("old answer", 1_000_000_000_001L, "0"));
  }

  private void messagesByTimeAndId(String pk) {
    // The messages of a role in the order of their time.
    assertThat(contents(query(pk, "begins_with(SK, :from)", "MSG#")))
        .containsExactly("1", "2", "3", "4", "5", "6");
    assertThat(contents(query(pk, "begins_with(SK, :from)", "LLM#"))).containsExactly("0", "7");
    assertThat(
            contents(query(pk, "begins_with(SK, :from)", "MSG#").scanIndexForward(false).limit(2)))
        .containsExactly("6", "5");
    assertThat(
            contents(
                query(
                    pk,
                    "SK BETWEEN :from AND :to",
                    "MSG#0000001234567890124",
                    "MSG#0000001767225600123#a of one ms")))
        .containsExactly("3", "4");
    // A message by its id, whose time nobody remembers.
    assertThat(contents(query(pk, "SKMessage = :from", "MSG#in 2009").indexName(BY_MESSAGE)))
        .containsExactly("2");
    assertThat(contents(query(pk, "SKMessage = :from", "LLM#in 2009").indexName(BY_MESSAGE)))
        .isEmpty();
    assertThat(run(query(pk, "begins_with(SKMessage, :from)", "LLM#").indexName(BY_MESSAGE)))
        .containsExactlyInAnyOrderElementsOf(run(query(pk, "begins_with(SK, :from)", "LLM#")));
    // A thread by its own key.
    assertThat(items.item(pk, "THREAD#first").orElseThrow())
        .containsEntry("user_message_count", PlainItem.number(6));
  }

  /** A user's threads, the most lately used one first. */
  private void threadsByActivity(String userPk, String pk, ThreadId newest, ThreadId oldest) {
    assertThat(threads(query(userPk, "begins_with(SKTimestampThread, :from)", "THREAD#")))
        .containsExactly("second 4070908700900", "third 4070908700100", "first 4070908700000");
    assertThat(threads(query(userPk, "begins_with(SKTimestampThread, :from)", "THREAD#").limit(1)))
        .containsExactly("second 4070908700900");
    assertThat(
            threads(
                query(
                    userPk,
                    "SKTimestampThread BETWEEN :from AND :to",
                    "THREAD#4070908700000",
                    "THREAD#4070908700101")))
        .containsExactly("third 4070908700100", "first 4070908700000");
    // The index shows as much as the table; with its messages a thread stands alone.
    assertThat(
            run(
                query(userPk, "begins_with(SKTimestampThread, :from)", "THREAD#")
                    .indexName(BY_ACTIVITY)))
        .containsExactlyInAnyOrderElementsOf(run(query(userPk, "begins_with(SK, :from)", "T")));
    assertThat(threads(query(pk, "begins_with(SKTimestampThread, :from)", "THREAD#")))
        .containsExactly("first 4070908700000");

    events.append(oldest, THEN.plusSeconds(9), events.assistant("n", 4070908700901L, "moves it"));
    events.append(newest, THEN.plusSeconds(9), events.assistant("n", 4070908700899L, "does not"));
    bench.pipeline().awaitDrained();

    assertThat(threads(query(userPk, "begins_with(SKTimestampThread, :from)", "THREAD#")))
        .containsExactly("first 4070908700901", "second 4070908700900", "third 4070908700100");
  }

  private static ThreadId thread(String userPk, String id) {
    String[] parts = userPk.split("#", -1);
    return new ThreadId(parts[0], parts.length == 3 ? parts[1] : null, parts[parts.length - 1], id);
  }

  private List<Object> contents(QueryRequest.Builder query) {
    return run(query).stream().map(item -> item.get("content")).toList();
  }

  private List<String> threads(QueryRequest.Builder query) {
    return run(query.indexName(BY_ACTIVITY).scanIndexForward(false)).stream()
        .map(item -> (String) item.get("SKTimestampThread"))
        .map(key -> key.replaceFirst("THREAD#(\\d+)#(.*)", "$2 $1"))
        .toList();
  }

  private List<Map<String, Object>> run(QueryRequest.Builder query) {
    return bench.tables().client().query(query.build()).items().stream()
        .map(PlainItem::of)
        .toList();
  }

  private static QueryRequest.Builder query(String pk, String condition, String... bounds) {
    Map<String, String> values =
        bounds.length == 1
            ? Map.of(":pk", pk, ":from", bounds[0])
            : Map.of(":pk", pk, ":from", bounds[0], ":to", bounds[1]);
    return QueryRequest.builder()
        .tableName("history")
        .keyConditionExpression("PK = :pk AND " + condition)
        .expressionAttributeValues(
            values.entrySet().stream()
                .collect(
                    Collectors.toMap(
                        Map.Entry::getKey, value -> AttributeValue.fromS(value.getValue()))));
  }

  private static String keys(List<KeySchemaElement> schema) {
    return schema.stream()
        .map(key -> key.attributeName() + " " + key.keyTypeAsString())
        .collect(Collectors.joining(", "));
  }
}
