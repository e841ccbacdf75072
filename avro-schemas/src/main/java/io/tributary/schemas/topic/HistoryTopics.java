package io.tributary.schemas.topic;

import io.tributary.avro.envelope.WaitingFact;
import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.HistoryFeedback;
import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.HistoryThread;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.WaitKey;
import io.tributary.schemas.key.history.MessageKey;
import io.tributary.schemas.key.history.ThreadKey;
import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

/** Topics of the history family. */
public final class HistoryTopics {

  /** Longest wait of feedback for its message, by accepted_at_ms. */
  public static final Duration FEEDBACK_WAIT = Duration.ofMinutes(10);

  /** How long items of lasting threads live, unless it is set otherwise. */
  public static final Duration LIFE = Duration.ofDays(365);

  /** Messages, changes of threads and feedback: one log, because they depend on each other. */
  public static final Topic<ThreadKey, HistoryEvent> EVENTS =
      Topic.of(
          Family.HISTORY,
          "history.events",
          TopicKind.FACTS,
          ThreadKey.CODEC,
          HistoryEvent.class,
          Retention.days(30));

  /** Every message as history must hold it, feedback included. */
  public static final Topic<MessageKey, HistoryMessage> MESSAGES =
      record("history.messages", MessageKey.CODEC, HistoryMessage.class);

  /** Every thread as history must hold it. */
  public static final Topic<ThreadKey, HistoryThread> THREADS =
      record("history.threads", ThreadKey.CODEC, HistoryThread.class);

  /** Changes of the feedback of messages, for subscribers; no table is made of it. */
  public static final Topic<MessageKey, HistoryFeedback> FEEDBACK =
      record("history.feedback", MessageKey.CODEC, HistoryFeedback.class);

  /** Feedback that waits for its message. */
  public static final Topic<WaitKey, WaitingFact> WAITS = Topics.waits(Family.HISTORY);

  /** What could not be processed or stored, as it came. */
  public static final Topic<String, SpecificRecordBase> DEAD_LETTERS =
      Topics.deadLetters(Family.HISTORY);

  private HistoryTopics() {}

  static List<Topic<?, ?>> all() {
    return List.of(EVENTS, MESSAGES, THREADS, FEEDBACK, WAITS, DEAD_LETTERS);
  }

  /** Those of the records that live as long as items of the family do. */
  public static List<Topic<?, ?>> records() {
    return List.of(MESSAGES, THREADS, FEEDBACK);
  }

  private static <K, V extends SpecificRecordBase> Topic<K, V> record(
      String name, KeyCodec<K> keys, Class<V> type) {
    return Topic.of(Family.HISTORY, name, TopicKind.RECORDS, keys, type, Retention.outliving(LIFE));
  }
}
