package io.tributary.gateway.kit;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka's own mock producer, appending to a {@link MemoryLog}. */
public final class LogProducer extends MockProducer<byte[], byte[]> {

  private final MemoryLog log;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private volatile Answer answer = Answer.ACKNOWLEDGED;

  /** What becomes of records. */
  public enum Answer {
    /** In the log and acknowledged. */
    ACKNOWLEDGED,
    /** Neither in the log nor answered for. */
    SWALLOWED,
    /** In the log, but the acknowledgement is lost. */
    UNANSWERED,
    /** Not in the log; the client reports a time-out. */
    TIMED_OUT
  }

  public LogProducer(MemoryLog log) {
    super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    this.log = log;
  }

  /** Settles the answer to all records from now on. */
  public void decide(Answer next) {
    answer = next;
  }

  /** Settles the answer to the records of one topic from now on. */
  public void decide(String topic, Answer next) {
    answers.put(topic, next);
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the log has a lock of its own
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    Answer now = answers.getOrDefault(record.topic(), answer);
    if (now == Answer.ACKNOWLEDGED || now == Answer.UNANSWERED) {
      log.append(record);
    }
    if (now == Answer.TIMED_OUT) {
      callback.onCompletion(null, new TimeoutException("expired"));
      return CompletableFuture.failedFuture(new TimeoutException("expired"));
    }
    return now == Answer.ACKNOWLEDGED ? super.send(record, callback) : new CompletableFuture<>();
  }
}
