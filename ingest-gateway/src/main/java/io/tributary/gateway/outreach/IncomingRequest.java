package io.tributary.gateway.outreach;

import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.schemas.key.outreach.OutreachKey;

record IncomingRequest(OutreachKey key, Channel channel, ConversationRequest request) {

  private static final String ACTIVE = "active";

  boolean isOfInactiveProject() {
    String status = request.getProjectStatus();
    return status != null && !status.equals(ACTIVE);
  }

  /** True if the request lists channels without its own. */
  boolean isOfForbiddenChannel() {
    return request.getAllowedChannels() != null
        && request.getAllowedChannels().stream().noneMatch(channel::isNamed);
  }
}
