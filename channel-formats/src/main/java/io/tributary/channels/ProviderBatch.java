package io.tributary.channels;

import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A request's content.
 *
 * @param messages in the request's order
 * @param malformed in the request's order
 * @param ignored number of other events by the provider's kind
 * @param named channels that the request names, for ignored events too
 * @param moves changes of users' numbers and ids, in the request's order
 */
public record ProviderBatch(
    List<ProviderMessage> messages,
    List<MalformedEvent> malformed,
    Map<String, Integer> ignored,
    Set<ChannelKey> named,
    List<Move> moves) {

  public ProviderBatch {
    messages = List.copyOf(messages);
    malformed = List.copyOf(malformed);
    ignored = Map.copyOf(ignored);
    named = Set.copyOf(named);
    moves = List.copyOf(moves);
  }

  /** A request without changes of users. */
  public ProviderBatch(
      List<ProviderMessage> messages,
      List<MalformedEvent> malformed,
      Map<String, Integer> ignored,
      Set<ChannelKey> named) {
    this(messages, malformed, ignored, named, List.of());
  }

  /** A request that names no channel beside those of its messages. */
  public ProviderBatch(
      List<ProviderMessage> messages,
      List<MalformedEvent> malformed,
      Map<String, Integer> ignored) {
    this(messages, malformed, ignored, Set.of());
  }
}
