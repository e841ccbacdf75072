package io.tributary.e2e.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.channel.SignedReplies;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.RawConnection;
import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.SharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Fields;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is as large as it may be, and what is larger. */
@ExtendWith(SharedPipeline.class)
final class OutreachBigItemsIT {

  private static final long LIMIT = 78 * 1024;
  private static final int CONTENT = 32 * 1024;
  private static final int MAIL = 30 * 1024 * 1024;

  /** Bytes of each of many contents. */
  private static final int ENTRY = 9_000;

  /** Bytes of a mail's body beside its file. */
  private static final int FORM = 520;

  private static final String GUS = "+447700900900";
  private static final String COMPANY = "+447700900999";

  private final Bench bench;
  private final OutreachApi api;
  private final AvroFiles avro = new AvroFiles();

  OutreachBigItemsIT(Bench bench) {
    this.bench = bench;
    this.api = new OutreachApi(bench.http(), bench.pipeline().http());
  }

  @Test
  void shouldLetTheOldestEntriesGoBeforeAnItemIsTooLarge() throws Exception {
    String id = begin("big-1", 39_000);
    api.tell(id, "u1", "initial_message_sent", OutreachSamples.message("1" + "a".repeat(900)));
    whatsapp("SM4002", "2" + "b".repeat(900));
    api.tell(id, "u3", "reply_sent", OutreachSamples.message("3" + "c".repeat(CONTENT - 1)));
    whatsapp("SM4004", "4" + "\u20ac".repeat(CONTENT / 3 + 100));
    whatsapp("SM4005", "5");
    bench.pipeline().awaitDrained();

    Map<String, AttributeValue> item = item(id);
    assertThat(firstLetters(item)).containsExactly("4", "5");
    String euros = messages(item).get(0).m().getOrDefault("content", AttributeValue.fromS("")).s();
    assertThat(euros).isEqualTo("4" + "\u20ac".repeat((CONTENT - 1) / 3));
    assertThat(ItemBytes.of(item)).isBetween(LIMIT - CONTENT - 5_000L, LIMIT);
    assertThat(texts(id)).extracting(String::length).containsExactly(901, CONTENT / 3 + 101, 1);
    assertThat(found(id)).isEqualTo(1);
  }

  @Test
  void shouldKeepAllThatFitsAndNotAByteMore() throws Exception {
    String full = fill("big-2", 0);
    assertThat(firstLetters(item(full)))
        .containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8");
    assertThat(ItemBytes.counted(item(full))).isEqualTo(LIMIT - 1);

    String over = fill("big-5", 1);
    assertThat(firstLetters(item(over))).containsExactly("1", "2", "3", "4", "5", "6", "7", "8");
    assertThat(ItemBytes.counted(item(over))).isBetween(LIMIT - 10_000, LIMIT - 1);
  }

  /** Brings a conversation to the most that an item may have, and so many bytes beyond. */
  private String fill(String requestId, int beyond) throws IOException {
    String id = begin(requestId, 100);
    for (int i = 0; i < 8; i++) {
      whatsapp(requestId + i, i + "x".repeat(ENTRY - 1));
    }
    bench.pipeline().awaitDrained();

    Map<String, AttributeValue> item = item(id);
    long around = ItemBytes.counted(messages(item).get(0)) - ENTRY;
    long left = LIMIT - 1 - ItemBytes.counted(item) - around;
    whatsapp(requestId + "8", "8" + "x".repeat((int) left - 1 + beyond));
    bench.pipeline().awaitDrained();
    return id;
  }

  @Test
  void shouldRefuseARequestThatLeavesNoRoom() throws Exception {
    Answer answer = api.send(OutreachApi.request(request("big-3", 41 * 1024)));
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.json().path("field").asText()).isEqualTo("project_data");
    assertThat(answer.json().path("rule").asText()).isNotBlank();
  }

  @Test
  void shouldTakeAMailOfThirtyMebibytesAndNoneBeyond() throws Exception {
    String ida = "ida@mail.example";
    String id =
        api.begin(OutreachSamples.request("big-4", "email", ida, "big@company.example", ""));
    Upload largest = mail(MAIL - FORM);
    assertThat(largest.body().length()).isBetween(MAIL - 200, MAIL);
    assertThat(api.deliver(largest)).isEmpty();
    bench.pipeline().awaitDrained();

    assertThat(new OutreachItems(bench.tables()).entries(ida, id))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("user: with a film\n[video film.mp4 video/mp4 " + (MAIL - FORM) + " bytes sha")
        .hasSizeLessThan(200);
    assertThat(statusOf(MAIL + 1)).isEqualTo("413");
  }

  /** Of a body that is said to be so long; nobody waits for it. */
  private String statusOf(int length) throws IOException {
    Upload small = mail(1);
    StringBuilder head = new StringBuilder("POST " + small.path() + " HTTP/1.1\r\nHost: x\r\n");
    small.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("Content-Length: " + length + "\r\n\r\n");
    try (RawConnection connection = new RawConnection(bench.pipeline().http())) {
      connection.say(head.toString());
      return RawConnection.statuses(connection.hearAll());
    }
  }

  private static Upload mail(int bytes) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("headers", "Message-ID: <big@mail.example>\nFrom: ida@mail.example");
    fields.put("envelope", "{\"to\":[\"big@company.example\"],\"from\":\"b@mail.example\"}");
    fields.put("text", "with a film");
    fields.put("attachment1; filename=\"film.mp4\"", "x".repeat(bytes));
    fields.put("attachment-info", "{\"attachment1\":{\"type\":\"video/mp4\"}}");
    return SignedReplies.sendgrid(fields);
  }

  private String begin(String requestId, int bytes) throws IOException {
    return api.begin(request(requestId, bytes));
  }

  private static String request(String requestId, int bytes) {
    String body = OutreachSamples.request(requestId, "whatsapp", GUS, COMPANY, "");
    return body.substring(0, body.lastIndexOf('}'))
        + ",\"project_data\":{\"notes\":\""
        + "n".repeat(bytes)
        + "\"}}";
  }

  private void whatsapp(String sid, String text) throws IOException {
    api.deliver(OutreachSamples.twilio("twilio-whatsapp", GUS, COMPANY, sid, text));
  }

  private Map<String, AttributeValue> item(String id) {
    return bench
        .tables()
        .get(OutreachItems.TABLE, Map.of("primary_channel", GUS, "conversation_id", id))
        .orElseThrow();
  }

  private static List<AttributeValue> messages(Map<String, AttributeValue> item) {
    return item.getOrDefault("messages", AttributeValue.fromNul(true)).l();
  }

  private static List<String> firstLetters(Map<String, AttributeValue> item) {
    return messages(item).stream()
        .map(entry -> entry.m().getOrDefault("content", AttributeValue.fromS(" ")).s())
        .map(content -> content.substring(0, 1))
        .toList();
  }

  /** The topic keeps what the item has no room for. */
  private List<String> texts(String id) {
    return bench.topics().read(OutreachFacts.REPLIES).stream()
        .map(record -> avro.decode(record.raw().value()))
        .filter(reply -> Fields.text(reply, "conversation_id").equals(id))
        .map((GenericRecord reply) -> Fields.text(reply, "text"))
        .toList();
  }

  /** A local index holds it as well. */
  private long found(String id) {
    return bench
        .tables()
        .client()
        .query(
            query ->
                query
                    .tableName(OutreachItems.TABLE)
                    .indexName("conversation-status-index")
                    .consistentRead(true)
                    .keyConditionExpression("primary_channel = :p")
                    .expressionAttributeValues(Map.of(":p", AttributeValue.fromS(GUS))))
        .items()
        .stream()
        .filter(
            item -> id.equals(item.getOrDefault("conversation_id", AttributeValue.fromS("")).s()))
        .count();
  }
}
