package io.tributary.schemas.topic;

import io.tributary.avro.envelope.WaitingFact;
import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.HistoryFeedback;
import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.HistoryThread;
import io.tributary.schemas.key.WaitKey;
import io.tributary.schemas.key.history.MessageKey;
import io.tributary.schemas.key.history.ThreadKey;
import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

public final class HistoryTopics {

  /** Longest wait of feedback for its message, by accepted_at_ms. */
  public static final Duration FEEDBACK_WAIT = Duration.ofMinutes(10);

  /** Default life of items of lasting threads. */
  public static final Duration LIFE = Duration.ofDays(365);

  /** Messages, changes of threads and feedback in one log, because they depend on each other. */
  public static final Topic<ThreadKey, HistoryEvent> EVENTS =
      Topic.facts("history.events", ThreadKey.CODEC, HistoryEvent.class, Retention.days(30));

  /** Every message with its feedback: the content of history. */
  public static final Topic<MessageKey, HistoryMessage> MESSAGES =
      Topic.records(
          "history.messages", MessageKey.CODEC, HistoryMessage.class, Retention.outliving(LIFE));

  /** Every thread: the content of history. */
  public static final Topic<ThreadKey, HistoryThread> THREADS =
      Topic.records(
          "history.threads", ThreadKey.CODEC, HistoryThread.class, Retention.outliving(LIFE));

  /** Changes of messages' feedback, for subscribers; no table holds them. */
  public static final Topic<MessageKey, HistoryFeedback> FEEDBACK =
      Topic.records(
          "history.feedback", MessageKey.CODEC, HistoryFeedback.class, Retention.outliving(LIFE));

  /** Feedback that waits for its message. */
  public static final Topic<WaitKey, WaitingFact> WAITS = Topics.waits(Family.HISTORY);

  /** Facts and records that could not be processed or stored, as they came. */
  public static final Topic<String, SpecificRecordBase> DEAD_LETTERS =
      Topics.deadLetters(Family.HISTORY);

  private HistoryTopics() {}

  static List<Topic<?, ?>> all() {
    return List.of(EVENTS, MESSAGES, THREADS, FEEDBACK, WAITS, DEAD_LETTERS);
  }

  /** Records with the life of the family's items. */
  public static List<Topic<?, ?>> records() {
    return List.of(MESSAGES, THREADS, FEEDBACK);
  }
}
