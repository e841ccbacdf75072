package io.tributary.channels;

import io.tributary.schemas.key.ChannelKey;
import java.nio.ByteBuffer;

/**
 * What a request tells that cannot be read though the request can. Its ids follow from its own
 * text, so that a redelivery has the same ones.
 *
 * @param channel that it came through; if it does not say, the one of the account's name
 * @param conversationId of no stored conversation, such as {@code malformed-~fDb_…}
 * @param eventId such as {@code meta:malformed:~fDb_…}
 * @param reason the place in the request, and the rule that it breaks
 * @param raw the request's body with the other events left out; if nobody takes that much, its own
 *     text alone, as far as it is taken
 */
public record MalformedEvent(
    ChannelKey channel, String conversationId, String eventId, String reason, ByteBuffer raw) {}
