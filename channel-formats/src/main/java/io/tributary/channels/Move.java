package io.tributary.channels;

import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.List;
import java.util.OptionalLong;

/**
 * A user's change of number, or of the id that stands for it.
 *
 * @param conversations prefix of the ids of conversations with users
 * @param from identifiers before
 * @param to identifiers from now on
 * @param sentAt epoch milliseconds by the provider's clock
 */
public record Move(
    ChannelKey channel,
    String conversations,
    List<String> from,
    List<String> to,
    OptionalLong sentAt) {

  public Move {
    from = List.copyOf(from);
    to = List.copyOf(to);
  }
}
