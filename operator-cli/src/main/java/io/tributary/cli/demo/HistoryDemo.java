package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;

/**
 * Two threads of a user, one of them temporary. Each message is sent twice, the second time with
 * another timestamp, which must not count. One thread gets another title; of two feedbacks one
 * comes before its message.
 */
final class HistoryDemo implements DemoFamily {

  private static final String MESSAGES = "/v1/history/messages";
  private static final String THREADS = "/v1/history/threads";
  private static final String FEEDBACK = "/v1/history/feedback";
  private static final long LATER_MS = 1500;

  private static final String FIRST_QUESTION =
      """
      {"message_id": "m-1", "role": "user", "timestamp": 1795219200000,
       "content": "Isn't <b>40 %</b> too dry for basil & mint?",
       "thread": {"title": "Basil", "origin": "web"}}
      """;
  private static final String FIRST_ANSWER =
      """
      {"message_id": "m-2", "role": "assistant", "timestamp": 1795219203456,
       "content": [{"type": "text", "text": "A little."}, {"type": "chart", "points": [40, 52.50]}],
       "stop_reason": "end_turn", "response_metadata": {"model": "demo", "cached": false},
       "sources": [{"title": "Herbs", "page": 7, "url": null}]}
      """;
  private static final String SECOND_QUESTION =
      """
      {"message_id": "m-3", "role": "user", "timestamp": 1795219260000, "content": "And at night?"}
      """;
  private static final String SECOND_ANSWER =
      """
      {"message_id": "m-4", "role": "assistant", "timestamp": 1795219262000, "content": "No."}
      """;
  private static final String PRIVATE_QUESTION =
      """
      {"message_id": "m-1", "role": "user", "timestamp": 1795219300000, "content": " off the record "}
      """;
  private static final String PRIVATE_ANSWER =
      """
      {"message_id": "m-1", "role": "assistant", "timestamp": 1795219301000, "content": "As you like."}
      """;

  @Override
  public List<String> tables() {
    return List.of(HistoryItems.TABLE);
  }

  /** Messages do; threads and feedback are states that many events may have made. */
  @Override
  public int eventsIn(String table, ObjectNode item) {
    return item.has("SKMessage") ? 1 : 0;
  }

  @Override
  public Sent send(DemoClient client) throws InterruptedException {
    Instant start = client.now();
    int sent = 0;
    sent += messageTwice(client, "greenhouse", FIRST_QUESTION);
    sent += messageTwice(client, "greenhouse", FIRST_ANSWER);
    post(client, FEEDBACK, "greenhouse", "{\"message_id\": \"m-2\", \"verso\": \"down\"}");
    String early = "{\"message_id\": \"m-4\", \"verso\": \"up\", \"feedback\": \"Short & right\"}";
    post(client, FEEDBACK, "greenhouse", early);
    sent += messageTwice(client, "greenhouse", SECOND_QUESTION);
    sent += messageTwice(client, "greenhouse", SECOND_ANSWER);
    post(client, THREADS, "greenhouse", "{\"title\": \"Basil and mint\"}");
    post(client, THREADS, "private", "{\"origin\": \"app\", \"is_temporary\": true}");
    sent += messageTwice(client, "private", PRIVATE_QUESTION);
    sent += messageTwice(client, "private", PRIVATE_ANSWER);
    List<ExpectedItem> expected = new HistoryItems(new Moments(start, client.now())).expected();
    return new Sent(sent, sent / 2, expected);
  }

  private static int messageTwice(DemoClient client, String threadId, String members)
      throws InterruptedException {
    post(client, MESSAGES, threadId, members);
    ObjectNode again = DemoClient.parsed(members);
    again.put("timestamp", again.path("timestamp").asLong() + LATER_MS);
    post(client, MESSAGES, threadId, again.toString());
    return 2;
  }

  private static void post(DemoClient client, String path, String threadId, String members)
      throws InterruptedException {
    ObjectNode event = DemoClient.parsed(members);
    event.put("org_id", "demo").put("tenant_id", "north").put("user_id", "ada");
    event.put("thread_id", threadId);
    JsonNode answer = client.event(path, client.service(), event);
    String id = path.equals(THREADS) ? "thread_id" : "message_id";
    if (!answer.equals(client.object().set(id, event.path(id)))) {
      throw new DemoFailedException("sent " + event + " but the answer was " + answer);
    }
  }
}
