package io.tributary.gateway.directory;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.gateway.command.OutcomeListener;
import io.tributary.schemas.topic.Topic;

/** Follows a family's outcomes from the moment it starts. */
public final class OutcomeFeed {

  private OutcomeFeed() {}

  /** A tail that tells the listener of each outcome. */
  public static TopicTail of(
      Topic<String, CommandOutcome> topic, Directory.Source source, OutcomeListener listener) {
    return new TopicTail(
        source.naming().of(topic),
        TopicTail.From.END,
        source.consumers(),
        record -> source.read(topic, record).ifPresent(listener::decided),
        source.ticker());
  }
}
