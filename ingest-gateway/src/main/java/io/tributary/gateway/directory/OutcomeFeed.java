package io.tributary.gateway.directory;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.gateway.command.OutcomeListener;
import io.tributary.schemas.topic.Topic;

/** Follows a family's outcomes from the moment that the follower starts. */
public final class OutcomeFeed {

  private OutcomeFeed() {}

  /** Tells the listener of each outcome. */
  public static void of(
      Topic<String, CommandOutcome> topic, Directory.Source source, OutcomeListener listener) {
    source.follow(
        topic,
        TopicTail.From.END,
        record -> source.read(topic, record).ifPresent(listener::decided));
  }
}
