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
  private final Map<String, Fate> fates = new ConcurrentHashMap<>();
  private volatile Fate fate = Fate.ACKNOWLEDGED;

  /** What becomes of records. */
  public enum Fate {
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

  /** Settles the fate of all records from now on. */
  public void decide(Fate next) {
    fate = next;
  }

  /** Settles the fate of the records of one topic from now on. */
  public void decide(String topic, Fate next) {
    fates.put(topic, next);
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the log has a lock of its own
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    Fate now = fates.getOrDefault(record.topic(), fate);
    if (now == Fate.ACKNOWLEDGED || now == Fate.UNANSWERED) {
      log.append(record);
    }
    if (now == Fate.TIMED_OUT) {
      callback.onCompletion(null, new TimeoutException("expired"));
      return CompletableFuture.failedFuture(new TimeoutException("expired"));
    }
    return now == Fate.ACKNOWLEDGED ? super.send(record, callback) : new CompletableFuture<>();
  }
}
