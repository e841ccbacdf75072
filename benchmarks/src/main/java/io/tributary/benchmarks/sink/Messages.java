package io.tributary.benchmarks.sink;

import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.MessageRole;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.key.history.MessageKey;
import io.tributary.schemas.topic.HistoryTopics;
import io.tributary.sink.history.HistoryFamily;
import java.util.stream.LongStream;

/** Messages of threads: each is an item that is put by its revision. */
public final class Messages {

  private static final int USERS = 100;
  private static final int THREADS = 500;
  private static final long FIRST_REVISION = 1_000_000_000_000L;
  private static final String QUESTION =
      "How much water did the north field take last week, and how does that compare with the week"
          + " before? Please leave out the two days on which the pump stood still.";
  private static final String ANSWER =
      "The north field took 184 mm last week, 12 % more than the week before. ".repeat(4);

  private Messages() {}

  /**
   * So many messages, questions and answers in turn.
   *
   * @param now epoch milliseconds; none of them expires soon
   */
  public static Backlog backlog(KafkaClients clients, int count, long now) {
    return Backlog.of(
        "messages",
        new HistoryFamily(),
        HistoryTopics.MESSAGES,
        clients,
        LongStream.range(0, count).mapToObj(i -> message(i, now)),
        MessageKey::of);
  }

  private static HistoryMessage message(long number, long now) {
    boolean question = number / THREADS % 2 == 0;
    long thread = number % THREADS;
    long at = now + number;
    return HistoryMessage.newBuilder()
        .setOrgId("acme")
        .setTenantId("fields")
        .setUserId("user-" + thread % USERS)
        .setThreadId("thread-" + thread)
        .setMessageId("message-" + number)
        .setRole(question ? MessageRole.user : MessageRole.assistant)
        .setTimestampMs(at)
        .setContent(question ? QUESTION : ANSWER)
        .setStopReason(question ? null : "end_turn")
        .setResponseMetadataJson(question ? null : "{\"model\":\"field-3\",\"tokens\":212}")
        .setExpiryTimeS((at + HistoryTopics.LIFE.toMillis()) / 1000)
        .setCreatedAtMs(at)
        .setUpdatedAtMs(at)
        .setRev(FIRST_REVISION + 1)
        .build();
  }
}
