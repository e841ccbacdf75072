package io.tributary.processors.outreach;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.processors.channel.RawEvents;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.item.ItemSize;
import io.tributary.schemas.item.OutreachItems;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.PhoneNumber;
import io.tributary.schemas.key.outreach.OutreachKey;

/** Rules for several fields of an event; other producers than the gateway write, too. */
final class EventCheck {

  private static final int LONGEST_VERSION = 64;

  private EventCheck() {}

  static void check(OutreachEvent event) {
    if (event.getEvent() instanceof ConversationRequest request) {
      FactRefusedException.requireWithin(
          "the bytes of producer_version",
          ItemSize.utf8(event.getEnvelope().getProducerVersion()),
          1,
          LONGEST_VERSION);
      check(event.getRecipient(), request);
    } else if (event.getEvent() instanceof ConversationUpdate update) {
      requireRecipient(
          OutreachKey.ofConversation(update.getConversationId()), event.getRecipient());
    } else if (event.getEvent() instanceof ChannelReply reply && reply.getMalformed() != null) {
      throw RawEvents.malformed(reply.getMalformed());
    }
  }

  private static void check(String recipient, ConversationRequest request) {
    OutreachKey key = OutreachKey.of(request);
    boolean isEmail = request.getChannelMethod() == ChannelMethod.email;
    KeyPart address = isEmail ? KeyPart.EMAIL : KeyPart.TEL;
    if (request.getCompanySender() != null) {
      address.require("company_sender", request.getCompanySender());
    }
    requireRecipient(key, recipient);
    FactRefusedException.requireWithin(
        "the request's bytes", sizeOf(request, key.recipient()), 0, OutreachItems.MOST_OF_REQUEST);
  }

  private static void requireRecipient(OutreachKey key, String recipient) {
    if (!PhoneNumber.single(key.recipient()).equals(PhoneNumber.single(recipient))) {
      throw new FactRefusedException(
          FailureCode.INVALID_KEY, "recipient must be the one of the conversation");
    }
  }

  private static long sizeOf(ConversationRequest request, String recipient) {
    try {
      return ItemSize.of(OutreachItems.of(request, recipient));
    } catch (IllegalArgumentException e) {
      throw new FactRefusedException(
          FailureCode.INVALID_VALUE, "the request's structures must be JSON");
    }
  }
}
