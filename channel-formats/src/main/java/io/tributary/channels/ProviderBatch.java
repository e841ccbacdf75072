package io.tributary.channels;

import io.tributary.schemas.key.ChannelKey;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one request of a provider tells.
 *
 * @param messages in the request's order
 * @param malformed what cannot be read, likewise
 * @param ignored how many events there are that are no messages, by the provider's name of their
 *     kind
 * @param named channels that the request names, also for ignored events
 */
public record ProviderBatch(
    List<ProviderMessage> messages,
    List<MalformedEvent> malformed,
    Map<String, Integer> ignored,
    Set<ChannelKey> named) {

  public ProviderBatch {
    messages = List.copyOf(messages);
    malformed = List.copyOf(malformed);
    ignored = Map.copyOf(ignored);
    named = Set.copyOf(named);
  }

  /** A request that names no channel beside those of its messages. */
  public ProviderBatch(
      List<ProviderMessage> messages,
      List<MalformedEvent> malformed,
      Map<String, Integer> ignored) {
    this(messages, malformed, ignored, Set.of());
  }
}
