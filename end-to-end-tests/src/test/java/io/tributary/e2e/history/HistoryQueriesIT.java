package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.RawDynamo;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The queries of the family's page in DynamoDB's own JSON, from a client without an SDK. */
@OnSharedPipeline
final class HistoryQueriesIT {

  private static final String THREAD = "queries#tenantA#user456#thread789";
  private static final String USER = "queries#tenantA#user456";
  private static final Instant THEN = Instant.parse("2099-01-01T00:00:00Z");

  private final Bench bench;

  HistoryQueriesIT(Bench bench) {
    this.bench = bench;
  }

  @BeforeEach
  void converse() {
    HistoryEvents events = new HistoryEvents(bench.topics(), new AvroFiles());
    ThreadId thread = new ThreadId("queries", "tenantA", "user456", "thread789");
    events.append(thread, THEN, events.details("Apostrophes", "web", false));
    events.append(thread, THEN, events.user("q1", 1_795_219_200_000L, "May I?"));
    events.append(thread, THEN, events.assistant("a0", 1_795_219_199_999L, "before"));
    events.append(thread, THEN, events.assistant("a1", 1_795_219_200_000L, "first ms"));
    events.append(thread, THEN, events.assistant("~a2", 1_795_219_800_000L, "last ms"));
    events.append(thread, THEN, events.assistant("a3", 1_795_219_800_001L, "behind"));
    events.append(
        new ThreadId("queries", "tenantA", "user456", "older"),
        THEN,
        events.user("q", 1_795_219_100_000L, "elsewhere"));
    bench.pipeline().awaitDrained();
  }

  @Test
  void shouldAnswerTheQueriesOfThePage() throws Exception {
    assertThat(
            query(
                """
                "KeyConditionExpression": "PK = :thread AND begins_with(SK, :role)",
                "ScanIndexForward": false, "Limit": 20,
                "ExpressionAttributeValues": {":thread": {"S": "%s"}, ":role": {"S": "MSG#"}}
                """
                    .formatted(THREAD)))
        .extracting(item -> item.at("/content/S").asText())
        .containsExactly("May I?");
    assertThat(
            query(
                """
                "KeyConditionExpression": "PK = :thread AND SK BETWEEN :from AND :to",
                "ExpressionAttributeValues": {":thread": {"S": "%s"},
                  ":from": {"S": "LLM#0000001795219200000#"},
                  ":to": {"S": "LLM#0000001795219800000#\\uffff"}}
                """
                    .formatted(THREAD)))
        .extracting(item -> item.at("/content/S").asText())
        .containsExactly("first ms", "last ms");
    assertThat(
            query(
                """
                "KeyConditionExpression": "PK = :thread AND SK = :sk",
                "ExpressionAttributeValues": {":thread": {"S": "%s"},
                  ":sk": {"S": "THREAD#thread789"}}
                """
                    .formatted(THREAD)))
        .extracting(item -> item.at("/user_message_count/N").asText())
        .containsExactly("1");
  }

  @Test
  void shouldAnswerTheQueriesOfThePageByItsIndexes() throws Exception {
    assertThat(
            query(
                """
                "IndexName": "PK-SKMessage-index-v1",
                "KeyConditionExpression": "PK = :thread AND SKMessage = :message",
                "ExpressionAttributeValues": {":thread": {"S": "%s"}, ":message": {"S": "LLM#a1"}}
                """
                    .formatted(THREAD)))
        .extracting(item -> item.at("/content/S").asText() + item.at("/timestamp/N").asText())
        .containsExactly("first ms1795219200000");
    assertThat(
            query(
                """
                "IndexName": "PK-SKTimestampThread-index-v1", "ScanIndexForward": false,
                "KeyConditionExpression": "PK = :user", "FilterExpression": "ExpiryTime > :now",
                "ExpressionAttributeValues": {":user": {"S": "%s"}, ":now": {"N": "%d"}}
                """
                    .formatted(USER, THEN.getEpochSecond())))
        .extracting(item -> item.at("/SKTimestampThread/S").asText())
        .containsExactly("THREAD#1795219800001#thread789", "THREAD#1795219100000#older");
  }

  private List<JsonNode> query(String members) throws IOException {
    return new RawDynamo(bench.http(), bench.pipeline().endpoints()).query("history", members);
  }
}
