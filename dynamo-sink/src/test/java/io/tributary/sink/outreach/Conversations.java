package io.tributary.sink.outreach;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationStatus;
import io.tributary.avro.outreach.OutreachConversation;
import java.util.List;

/** Conversations of which no more is known than must be. */
final class Conversations {

  static final String ID = "ci-aaa-001#pi-aaa-001#req123#447123456789";
  static final String KEY = "+447123456789#" + ID;

  private Conversations() {}

  /** One of {@link #KEY} that has just begun. */
  static OutreachConversation.Builder begun(ConversationRequest request) {
    return OutreachConversation.newBuilder()
        .setPrimaryChannel("+447123456789")
        .setConversationId(ID)
        .setRequest(request)
        .setStatus(ConversationStatus.processing)
        .setMessages(List.of())
        .setCreatedAtMs(1_698_840_000_000L)
        .setUpdatedAtMs(1_698_840_000_000L)
        .setRouterVersion("0.4.0")
        .setProcessorVersion("0.4.0")
        .setTaskComplete(false)
        .setFunctionCall(false)
        .setHandOffToHuman(false)
        .setRev(1_130_625_600_000L);
  }

  static ConversationRequest.Builder request(ChannelMethod method) {
    return ConversationRequest.newBuilder()
        .setCompanyId("ci-aaa-001")
        .setProjectId("pi-aaa-001")
        .setRequestId("req123")
        .setChannelMethod(method)
        .setCommsConsent(false);
  }
}
