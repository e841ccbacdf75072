package io.tributary.channels;

import io.tributary.schemas.key.tenants.ChannelKey;
import java.nio.ByteBuffer;

/**
 * An event that cannot be read within a readable request. Ids follow from its text, so that
 * redeliveries have the same.
 *
 * @param channel named by the event, otherwise by the account
 * @param conversationId of no stored conversation, such as {@code malformed-~fDb_…}
 * @param eventId such as {@code meta:malformed:~fDb_…}
 * @param reason field and broken rule
 * @param raw the body without other events; if too large, the beginning of the event's own text
 */
public record MalformedEvent(
    ChannelKey channel, String conversationId, String eventId, String reason, ByteBuffer raw) {}
