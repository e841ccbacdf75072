package io.tributary.schemas.key.outreach;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.schemas.key.HashedParts;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.KeyPart;
import java.util.List;

/**
 * Key of a conversation with a recipient: {@code {primary_channel}} and {@code
 * {company_id}#{project_id}#{request_id}#{recipient}}, whose last part is the first again, a number
 * without its {@code +}. As a record key the two are joined by {@code #}.
 *
 * @param recipient number as E.164, or e-mail address in lower case
 */
public record OutreachKey(String recipient, String companyId, String projectId, String requestId) {

  /** Codec of {@link #text()}; a recipient keeps its order. */
  public static final KeyCodec<OutreachKey> CODEC =
      KeyCodec.ofParts(
          OutreachKey.class,
          OutreachKey.PATTERN,
          OutreachKey::text,
          OutreachKey::ofParts,
          OutreachKey::recipient);

  private static final String CONVERSATION = "{company_id}#{project_id}#{request_id}#{recipient}";
  private static final HashedParts CONVERSATION_ID = new HashedParts(CONVERSATION);
  static final String PATTERN = "{primary_channel}#" + CONVERSATION;
  private static final int RECIPIENT = 3;
  private static final String PLUS = "+";

  public OutreachKey {
    KeyPart part = isEmail(recipient) ? KeyPart.EMAIL : KeyPart.TEL;
    part.require("recipient", recipient);
    KeyPart.ID.require("company_id", companyId);
    KeyPart.ID.require("project_id", projectId);
    KeyPart.ID.require("request_id", requestId);
  }

  public static OutreachKey of(OutreachConversation conversation) {
    return of(conversation.getPrimaryChannel(), conversation.getRequest());
  }

  /** Key of the conversation that a request begins. */
  public static OutreachKey of(ConversationRequest request) {
    String recipient =
        request.getChannelMethod() == ChannelMethod.email
            ? request.getRecipientEmail()
            : request.getRecipientTel();
    return of(recipient == null ? "" : recipient, request);
  }

  /** The same with the recipient of its channel. */
  public static OutreachKey of(String recipient, ConversationRequest request) {
    return new OutreachKey(
        recipient, request.getCompanyId(), request.getProjectId(), request.getRequestId());
  }

  /** Key of the conversation of that id, or {@link KeyFormatException}. */
  public static OutreachKey ofConversation(String conversationId) {
    return of(CONVERSATION_ID.split(conversationId));
  }

  private static OutreachKey of(List<String> parts) {
    String last = parts.get(RECIPIENT);
    String recipient = isEmail(last) ? last : PLUS + last;
    return new OutreachKey(recipient, parts.get(0), parts.get(1), parts.get(2));
  }

  private static boolean isEmail(String recipient) {
    return recipient.indexOf('@') >= 0;
  }

  public String conversationId() {
    String last = isEmail(recipient) ? recipient : recipient.substring(PLUS.length());
    return HashedParts.join(companyId, projectId, requestId, last);
  }

  /** {@code primary_channel#conversation_id}. */
  public String text() {
    return HashedParts.join(recipient, conversationId());
  }

  static OutreachKey ofParts(List<String> parts) {
    OutreachKey key = of(parts.subList(1, parts.size()));
    if (!key.recipient().equals(parts.get(0))) {
      throw new KeyFormatException("the conversation_id must end with the primary_channel");
    }
    return key;
  }
}
