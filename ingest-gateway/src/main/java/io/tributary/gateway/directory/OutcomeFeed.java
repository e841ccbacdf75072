package io.tributary.gateway.directory;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.gateway.command.OutcomeListener;
import io.tributary.schemas.topic.Topic;

public final class OutcomeFeed {

  private OutcomeFeed() {}

  public static void of(
      Topic<String, CommandOutcome> topic, Directory.Source source, OutcomeListener listener) {
    source.follow(
        topic,
        TopicTail.From.END,
        record -> source.read(topic, record).ifPresent(listener::decided));
  }
}
