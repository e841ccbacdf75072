package io.tributary.e2e.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.RawDynamo;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The documented look-ups, by the SDK and in DynamoDB's own JSON from a client without one. */
@OnSharedPipeline
final class OutreachQueriesIT {

  /** Nobody else's, because everything of theirs is looked up. */
  private static final String FAY = OutreachSamples.ownNumber();

  private static final String OTHER = OutreachSamples.ownNumber();
  private static final String COMPANY = OutreachSamples.ownNumber();
  private static final String FAY_MAIL = "fay@queries.example";
  private static final String WHATSAPP = OutreachSamples.conversation("q-whatsapp", FAY);
  private static final String SMS = OutreachSamples.conversation("q-sms", FAY);
  private static final String MAIL = OutreachSamples.conversation("q-mail", FAY_MAIL);
  private static final String OTHERS = OutreachSamples.conversation("q-other", OTHER);

  /** Look-ups that each end with one or more conversations: index, keys with their values. */
  private record Lookup(String index, String hash, String range, String first, String second) {

    private String condition() {
      return range.isEmpty() ? hash + " = :h" : hash + " = :h AND " + range + " = :r";
    }

    private Map<String, AttributeValue> values() {
      AttributeValue hashValue = AttributeValue.fromS(first);
      return range.isEmpty()
          ? Map.of(":h", hashValue)
          : Map.of(
              ":h",
              hashValue,
              ":r",
              range.equals("task_complete")
                  ? AttributeValue.fromN(second)
                  : AttributeValue.fromS(second));
    }

    private String members() {
      String type = range.equals("task_complete") ? "N" : "S";
      String name = index.isEmpty() ? "" : "\"IndexName\": \"%s\", ".formatted(index);
      String rest = range.isEmpty() ? "" : ", \":r\": {\"%s\": \"%s\"}".formatted(type, second);
      return "%s\"KeyConditionExpression\": \"%s\", \"ExpressionAttributeValues\": {\":h\": {\"S\": \"%s\"}%s}"
          .formatted(name, condition(), first, rest);
    }
  }

  private final Bench bench;
  private final OutreachApi api;
  private final RawDynamo dynamo;

  OutreachQueriesIT(Bench bench) {
    this.bench = bench;
    this.api = new OutreachApi(bench.http(), bench.pipeline().http());
    this.dynamo = new RawDynamo(bench.http(), bench.pipeline().endpoints());
  }

  @Test
  void shouldAnswerEveryDocumentedQuery() throws Exception {
    api.begin(OutreachSamples.request("q-whatsapp", "whatsapp", FAY, COMPANY, ""));
    api.begin(OutreachSamples.request("q-sms", "sms", FAY, COMPANY, ""));
    api.begin(OutreachSamples.request("q-mail", "email", FAY_MAIL, "q@company.example", ""));
    api.begin(OutreachSamples.request("q-other", "sms", OTHER, COMPANY, ""));
    api.tell(WHATSAPP, "u1", "initial_message_sent", OutreachSamples.message("Hello"));
    bench.pipeline().awaitDrained();

    expect(lookup("", "conversation_id", FAY, SMS), SMS);
    expect(new Lookup("", "primary_channel", "", FAY, ""), SMS, WHATSAPP);
    expect(new Lookup("", "primary_channel", "", FAY_MAIL, ""), MAIL);
    expect(lookup("task-complete-index", "task_complete", FAY, "1"), WHATSAPP);
    expect(lookup("task-complete-index", "task_complete", FAY, "0"), SMS);
    expect(lookup("conversation-status-index", "conversation_status", FAY, "processing"), SMS);
    expect(
        lookup("conversation-status-index", "conversation_status", FAY, "initial_message_sent"),
        WHATSAPP);
    expect(lookup("conversation-status-index", "conversation_status", FAY, "failed"));
    expect(lookup("channel-method-index", "channel_method", FAY, "whatsapp"), WHATSAPP);
    expect(lookup("channel-method-index", "channel_method", FAY_MAIL, "email"), MAIL);
    expect(new Lookup("company-id-project-id-index", "company_id", "project_id", "c", "none"));
    expect(sender("whatsapp-number-recipient-tel", "whatsapp_number", COMPANY, FAY), WHATSAPP);
    expect(sender("sms-number-recipient-tel", "sms_number", COMPANY, FAY), SMS);
    expect(sender("email-recipient-email", "email", "q@company.example", FAY_MAIL), MAIL);
    expect(sender("whatsapp-number-recipient-tel", "whatsapp_number", COMPANY, OTHER));
    assertTheReport();
    assertTheRange();
  }

  private static Lookup lookup(String index, String range, String recipient, String value) {
    return new Lookup(index, "primary_channel", range, recipient, value);
  }

  private static Lookup sender(String index, String sender, String company, String recipient) {
    String end = recipient.startsWith("+") ? "tel" : "email";
    return new Lookup(
        "company-" + index + "-index",
        "gsi_company_" + sender,
        "gsi_recipient_" + end,
        company,
        recipient);
  }

  private void expect(Lookup lookup, String... conversations) {
    Eventually.await(lookup + " to follow")
        .untilAsserted(
            () -> {
              assertThat(withSdk(lookup)).as("%s", lookup).containsExactly(conversations);
              assertThat(withoutSdk(lookup)).as("%s", lookup).containsExactly(conversations);
            });
  }

  /** Ids in the order of the table, whichever index finds them. */
  private List<String> withSdk(Lookup lookup) {
    return bench
        .tables()
        .client()
        .query(
            query -> {
              query
                  .tableName(bench.tables().name(OutreachItems.TABLE))
                  .keyConditionExpression(lookup.condition())
                  .expressionAttributeValues(lookup.values());
              if (!lookup.index().isEmpty()) {
                query.indexName(lookup.index());
              }
            })
        .items()
        .stream()
        .peek(item -> assertThat(item).as("projects all").containsKeys("messages", "rev"))
        .map(item -> item.getOrDefault("conversation_id", AttributeValue.fromNul(true)).s())
        .sorted(Comparator.naturalOrder())
        .toList();
  }

  private List<String> withoutSdk(Lookup lookup) throws IOException {
    return dynamo.query(OutreachItems.TABLE, lookup.members()).stream()
        .map(item -> item.at("/conversation_id/S").asText())
        .sorted()
        .toList();
  }

  /** All of a project, whoever else's tests made some. */
  private void assertTheReport() throws IOException {
    Lookup project =
        new Lookup("company-id-project-id-index", "company_id", "project_id", "c", "p");
    assertThat(withSdk(project)).contains(WHATSAPP, SMS, MAIL, OTHERS);
    assertThat(withoutSdk(project)).contains(WHATSAPP, SMS, MAIL, OTHERS);
  }

  /** By date, newest first. */
  private void assertTheRange() throws IOException {
    String range =
        """
        "IndexName": "created-at-index", "ScanIndexForward": false,
        "KeyConditionExpression": "primary_channel = :p AND created_at BETWEEN :from AND :to",
        "ExpressionAttributeValues": {":p": {"S": "%s"}, ":from": {"S": "%s"},
          ":to": {"S": "%s"}}
        """;
    Instant now = Instant.now();
    assertThat(
            dynamo.query(
                OutreachItems.TABLE,
                range.formatted(FAY, now.minusSeconds(600), now.plusSeconds(600))))
        .extracting(item -> item.at("/request_id/S").asText())
        .containsExactly("q-sms", "q-whatsapp");
    assertThat(
            dynamo.query(
                OutreachItems.TABLE,
                range.formatted(FAY, "2020-01-01", "2020-12-31T23:59:59.999Z")))
        .isEmpty();
    assertThat(
            bench
                .tables()
                .client()
                .query(
                    query ->
                        query
                            .tableName(bench.tables().name(OutreachItems.TABLE))
                            .indexName("created-at-index")
                            .scanIndexForward(false)
                            .limit(1)
                            .keyConditionExpression("primary_channel = :p")
                            .expressionAttributeValues(Map.of(":p", AttributeValue.fromS(FAY))))
                .items())
        .extracting(item -> item.getOrDefault("request_id", AttributeValue.fromS("")).s())
        .containsExactly("q-sms");
  }
}
