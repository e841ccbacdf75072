package io.tributary.gateway.channel;

import io.tributary.channels.MalformedEvent;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.route.ApiRequest;
import java.util.List;

/**
 * What a provider brought, verified.
 *
 * @param request as it came; its caller is {@code provider/account}
 * @param provider such as {@code slack}
 * @param account of the path that the provider was told
 * @param messages in the request's order, each with its event id
 * @param malformed what cannot be read; of the two there is one at least
 * @param success what the provider takes for a yes
 */
public record ChannelDelivery(
    ApiRequest request,
    String provider,
    String account,
    List<ProviderMessage> messages,
    List<MalformedEvent> malformed,
    Reply success) {

  public ChannelDelivery {
    messages = List.copyOf(messages);
    malformed = List.copyOf(malformed);
  }
}
