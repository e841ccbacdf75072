package io.tributary.gateway.directory;

import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.avro.specific.SpecificRecordBase;

/** Reads a small topic from its beginning to its present end. */
public final class TopicReader {

  private static final Duration CLOSE = Duration.ofSeconds(5);

  private final Directory.Source source;

  public TopicReader(Directory.Source source) {
    this.source = source;
  }

  /**
   * Its values in the order of the log, which has one partition; those that cannot be read are
   * passed over. Blocks.
   */
  public <V extends SpecificRecordBase> List<V> readAll(Topic<?, V> topic) throws Exception {
    Queue<V> values = new ConcurrentLinkedQueue<>();
    TopicTail tail =
        new TopicTail(
            source.naming().of(topic),
            TopicTail.From.BEGINNING,
            source.consumers(),
            record -> source.read(topic, record).ifPresent(values::add),
            source.ticker());
    try {
      tail.start();
    } finally {
      tail.close(Deadline.after(CLOSE, source.ticker()));
    }
    return List.copyOf(values);
  }
}
