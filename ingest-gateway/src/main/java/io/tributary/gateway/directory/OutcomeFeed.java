package io.tributary.gateway.directory;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.gateway.command.OutcomeListener;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.Topic;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Follows a family's outcomes from the moment it starts. */
public final class OutcomeFeed implements Component {

  private final Topic<String, CommandOutcome> topic;
  private final Directory.Source source;
  private final OutcomeListener listener;
  private final TopicTail tail;

  public OutcomeFeed(
      Topic<String, CommandOutcome> topic, Directory.Source source, OutcomeListener listener) {
    this.topic = topic;
    this.source = source;
    this.listener = listener;
    this.tail =
        new TopicTail(
            source.naming().of(topic),
            TopicTail.From.END,
            source.consumers(),
            this::apply,
            source.ticker());
  }

  @Override
  public void start() throws Exception {
    tail.start();
  }

  @Override
  public List<HealthReason> check() {
    return tail.check();
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    tail.close(deadline);
  }

  private void apply(ConsumerRecord<byte[], byte[]> record) {
    source.read(topic, record).ifPresent(listener::decided);
  }

  @Override
  public String toString() {
    return "outcomes " + topic;
  }
}
