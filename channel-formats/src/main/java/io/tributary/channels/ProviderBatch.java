package io.tributary.channels;

import java.util.List;
import java.util.Map;

/**
 * What one request of a provider tells.
 *
 * @param messages in the request's order
 * @param malformed what cannot be read, likewise
 * @param ignored how many events there are that are no messages, by the provider's name of their
 *     kind
 */
public record ProviderBatch(
    List<ProviderMessage> messages, List<MalformedEvent> malformed, Map<String, Integer> ignored) {

  /** Copies what it is given. */
  public ProviderBatch {
    messages = List.copyOf(messages);
    malformed = List.copyOf(malformed);
    ignored = Map.copyOf(ignored);
  }
}
