package io.tributary.processors.state;

import io.tributary.avro.envelope.SeenMessage;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.schemas.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Ids of messages that one task has processed, each for 30 days of accepted_at_ms. */
public record SeenMessages(TtlStateStore<String, SeenMessage> states) {

  private static final Duration REMEMBERED = Duration.ofDays(30);

  private static final char SEPARATOR = '#';
  private static final long MILLIS = 1000;

  /** Descriptor of a store of that name; scopes may be any text. */
  public static StateDescriptor<String, SeenMessage> kind(String name) {
    return StateDescriptor.privateState(
        name,
        SeenMessage.class,
        seen -> idOf(seen.getScope(), seen.getMessageId()),
        SeenMessage::getExpiresAtS);
  }

  /**
   * Applies the effect of a new id; a repeat has none. A refused fact is not remembered.
   *
   * @param scope in which the id is unique
   * @param at accepted_at_ms of the fact, epoch milliseconds
   * @param topic of the effect's records
   */
  public List<OutputRecord<?, ?>> once(
      String scope,
      String messageId,
      long at,
      Topic<?, ?> topic,
      Supplier<List<OutputRecord<?, ?>>> effect) {
    states.observeTime(at);
    if (states.find(idOf(scope, messageId), at).isPresent()) {
      states.countDuplicate(topic);
      return List.of();
    }
    List<OutputRecord<?, ?>> outputRecords = effect.get();
    states.put(new SeenMessage(scope, messageId, forgottenAt(at)));
    return outputRecords;
  }

  /**
   * End of the memory of an id, epoch seconds.
   *
   * @param at accepted_at_ms of the fact, epoch milliseconds
   */
  public static long forgottenAt(long at) {
    return Math.floorDiv(at, MILLIS) + REMEMBERED.toSeconds();
  }

  private static String idOf(String scope, String messageId) {
    return scope + SEPARATOR + messageId;
  }
}
