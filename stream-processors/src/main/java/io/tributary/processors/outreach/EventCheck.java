package io.tributary.processors.outreach;

import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.FunctionCall;
import io.tributary.avro.outreach.HandOff;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.avro.outreach.ReplySent;
import io.tributary.avro.outreach.SendingFailed;
import io.tributary.processors.channel.RawEvents;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.item.ItemSize;
import io.tributary.schemas.item.OutreachSize;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.PhoneNumber;
import io.tributary.schemas.key.outreach.OutreachKey;
import io.tributary.schemas.key.tenants.ChannelKey;
import org.jspecify.annotations.Nullable;

/** Refuses events that the gateway would have refused; other producers write, too. */
final class EventCheck {

  private static final long LONGEST_LIFE = 9_999_999_999L;
  private static final int LONGEST_THREAD_ID = 512;
  private static final int LONGEST_EMAIL_ID = 1024;
  private static final int LONGEST_REASON = 1024;
  private static final int LONGEST_CALL = 256;
  private static final int LONGEST_VERSION = 64;

  /** Largest integer that every JSON reader has exactly. */
  private static final long LARGEST_NUMBER = (1L << 53) - 1;

  private EventCheck() {}

  static void check(OutreachEvent event) {
    event.getOthers().forEach(other -> KeyPart.RECIPIENT.require("others", other));
    FactRefusedException.requireMoment("accepted_at_ms", event.getEnvelope().getAcceptedAtMs());
    if (event.getEvent() instanceof ConversationRequest request) {
      requireLength("producer_version", event.getEnvelope().getProducerVersion(), LONGEST_VERSION);
      check(event.getRecipient(), request);
    } else if (event.getEvent() instanceof ConversationUpdate update) {
      check(event.getRecipient(), update);
    } else if (event.getEvent() instanceof ChannelReply reply) {
      check(reply);
    }
  }

  private static void check(String recipient, ConversationRequest request) {
    OutreachKey key = OutreachKey.of(request);
    boolean isEmail = request.getChannelMethod() == ChannelMethod.email;
    KeyPart address = isEmail ? KeyPart.EMAIL : KeyPart.TEL;
    requireAddress(KeyPart.TEL, "recipient_tel", request.getRecipientTel());
    requireAddress(KeyPart.EMAIL, "recipient_email", request.getRecipientEmail());
    requireAddress(address, "company_sender", request.getCompanySender());
    requireRecipient(key, recipient);
    if (request.getLifeS() != null) {
      FactRefusedException.requireWithin("life_s", request.getLifeS(), 1, LONGEST_LIFE);
    }
    FactRefusedException.requireWithin(
        "the request's bytes", sizeOf(request, key.recipient()), 0, OutreachSize.MOST_OF_REQUEST);
  }

  private static void requireAddress(KeyPart rule, String name, @Nullable String address) {
    if (address != null) {
      rule.require(name, address);
    }
  }

  private static void requireRecipient(OutreachKey key, String recipient) {
    if (!PhoneNumber.single(key.recipient()).equals(PhoneNumber.single(recipient))) {
      throw new FactRefusedException(
          FailureCode.INVALID_KEY, "recipient must be the one of the conversation");
    }
  }

  private static long sizeOf(ConversationRequest request, String recipient) {
    try {
      return OutreachSize.of(request, recipient);
    } catch (IllegalArgumentException e) {
      throw new FactRefusedException(
          FailureCode.INVALID_VALUE, "the request's structures must be JSON");
    }
  }

  private static void check(String recipient, ConversationUpdate update) {
    requireRecipient(OutreachKey.ofConversation(update.getConversationId()), recipient);
    KeyPart.LONG_ID.require("update_id", update.getUpdateId());
    Object what = update.getUpdate();
    if (what instanceof InitialMessageSent sent) {
      check(sent);
    } else if (what instanceof SendingFailed failed) {
      requireLength("reason", failed.getReason(), LONGEST_REASON);
    } else if (what instanceof ReplySent sent) {
      check(sent.getMessage());
    } else if (what instanceof HandOff handOff) {
      requireLength("reason", handOff.getReason(), LONGEST_REASON);
    } else if (what instanceof FunctionCall call) {
      requireLength("function_call_type", call.getType(), LONGEST_CALL);
    }
  }

  private static void check(InitialMessageSent sent) {
    requireLength("thread_id", sent.getThreadId(), LONGEST_THREAD_ID);
    requireLength("email_id", sent.getEmailId(), LONGEST_EMAIL_ID);
    requireNumber("processing_time_ms", sent.getProcessingTimeMs());
    check(sent.getMessage());
  }

  private static void check(@Nullable AssistantMessage message) {
    if (message != null) {
      KeyPart.LONG_ID.require("message_id", message.getMessageId());
      FactRefusedException.requireWithin(
          "the content's bytes",
          ItemSize.utf8(message.getContent()),
          1,
          OutreachSize.MOST_OF_CONTENT);
      requireNumber("ai_prompt_tokens", message.getAiPromptTokens());
      requireNumber("ai_completion_tokens", message.getAiCompletionTokens());
      requireNumber("ai_total_tokens", message.getAiTotalTokens());
      requireNumber("processing_time_ms", message.getProcessingTimeMs());
    }
  }

  private static void requireLength(String name, @Nullable String text, int most) {
    if (text != null) {
      FactRefusedException.requireWithin("the bytes of " + name, ItemSize.utf8(text), 1, most);
    }
  }

  private static void requireNumber(String name, @Nullable Long number) {
    if (number != null) {
      FactRefusedException.requireWithin(name, number, 0, LARGEST_NUMBER);
    }
  }

  private static void check(ChannelReply reply) {
    if (reply.getMalformed() != null) {
      throw RawEvents.malformed(reply.getMalformed());
    }
    KeyPart.LONG_ID.require("event_id", reply.getEventId());
    ChannelKey unused = new ChannelKey(reply.getChannelType(), reply.getChannelId());
  }
}
