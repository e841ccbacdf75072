package io.tributary.gateway.outreach;

import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.StorableValue;
import io.tributary.gateway.json.StorableValue.Kind;
import io.tributary.gateway.json.TextRule;
import io.tributary.schemas.item.ItemSize;
import io.tributary.schemas.item.OutreachSize;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.outreach.OutreachKey;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads requests for conversations; a {@code ttl} of zero keeps them for ever. */
record RequestReader(Duration ttl) {

  static final String COMPANY_ID = "company_id";
  static final String REQUEST_ID = "request_id";
  static final String RECIPIENT_TEL = "recipient_tel";
  static final String RECIPIENT_EMAIL = "recipient_email";
  private static final String COMPANY = "company_data";
  private static final String RECIPIENT = "recipient_data";
  private static final String REQUEST = "request_data";
  private static final String PROJECT = "project_data";
  private static final String CHANNEL_METHOD = "channel_method";
  private static final String CHANNEL_CONFIG = "channel_config";
  private static final String AI_CONFIG = "ai_config";
  private static final int MOST_BYTES = (int) OutreachSize.MOST_OF_REQUEST;
  private static final int LONGEST_TIME = 64;
  private static final TextRule ID = TextRule.key(KeyPart.ID);
  private static final TextRule TEXT = TextRule.bytes(0, MOST_BYTES);
  private static final TextRule CHANNEL =
      TextRule.value("must be whatsapp, sms or email", word -> Channel.of(word).isPresent());
  private static final TextRule TIME =
      TextRule.value(
          "must be a date and time of ISO 8601 with its zone, such as 2026-02-21T14:30:00Z",
          RequestReader::isTime);

  IncomingRequest read(JsonObject body) {
    JsonObject company = body.object(COMPANY);
    JsonObject recipient = body.object(RECIPIENT);
    JsonObject asked = body.object(REQUEST);
    Channel channel = Channel.of(asked.text(CHANNEL_METHOD, CHANNEL)).orElseThrow();
    ConversationRequest request =
        ConversationRequest.newBuilder()
            .setCompanyId(company.text(COMPANY_ID, ID))
            .setProjectId(company.text("project_id", ID))
            .setRequestId(asked.text(REQUEST_ID, ID))
            .setChannelMethod(channel.method())
            .setInitialRequestTimestamp(
                asked.optionalText("initial_request_timestamp", TIME).orElse(null))
            .setCommsConsent(recipient.optionalFlag("comms_consent").orElse(false))
            .setProjectDataJson(map(body, PROJECT))
            .setLifeS(ttl.isZero() ? null : ttl.toSeconds())
            .build();
    putRecipient(request, recipient);
    putCompany(request, company);
    putConfigs(request, company, channel);
    OutreachKey key = OutreachKey.of(channel.recipient(recipient), request);
    requireRoom(request, key.recipient());
    return new IncomingRequest(key, channel, request);
  }

  private static void putRecipient(ConversationRequest request, JsonObject recipient) {
    request.setRecipientFirstName(text(recipient, "recipient_first_name"));
    request.setRecipientLastName(text(recipient, "recipient_last_name"));
    request.setRecipientTel(Contact.TEL.optional(recipient, RECIPIENT_TEL).orElse(null));
    request.setRecipientEmail(Contact.EMAIL.optional(recipient, RECIPIENT_EMAIL).orElse(null));
  }

  private static void putCompany(ConversationRequest request, JsonObject company) {
    request.setCompanyName(text(company, "company_name"));
    request.setProjectName(text(company, "project_name"));
    request.setProjectStatus(text(company, "project_status"));
    request.setAllowedChannels(texts(company, "allowed_channels"));
    request.setCompanyRepJson(map(company, "company_rep"));
    String initial = "auto_queue_initial_message";
    request.setAutoQueueInitialMessage(company.optionalFlag(initial).orElse(null));
    request.setAutoQueueInitialMessageFromNumber(texts(company, initial + "_from_number"));
    request.setAutoQueueInitialMessageFromEmail(texts(company, initial + "_from_email"));
    String reply = "auto_queue_reply_message";
    request.setAutoQueueReplyMessage(company.optionalFlag(reply).orElse(null));
    request.setAutoQueueReplyMessageFromNumber(texts(company, reply + "_from_number"));
    request.setAutoQueueReplyMessageFromEmail(texts(company, reply + "_from_email"));
  }

  private static void putConfigs(ConversationRequest request, JsonObject company, Channel channel) {
    Optional<JsonObject> config = config(company, CHANNEL_CONFIG).flatMap(channel::part);
    request.setChannelConfigJson(config.map(RequestReader::json).orElse(null));
    request.setCompanySender(config.flatMap(channel::sender).orElse(null));
    request.setAiConfigJson(
        config(company, AI_CONFIG)
            .map(RequestReader::withoutVendor)
            .flatMap(channel::part)
            .map(RequestReader::json)
            .orElse(null));
  }

  /** A configuration, checked whole whichever part is used. */
  private static Optional<JsonObject> config(JsonObject company, String name) {
    return company.optionalValue(name, Kind.MAP).flatMap(value -> company.storedObject(name));
  }

  private static JsonObject withoutVendor(JsonObject config) {
    return Channel.isNested(config)
        ? config
        : config.storedObject("openai_config").filter(Channel::isNested).orElse(config);
  }

  private static String json(JsonObject object) {
    return object.stored().text();
  }

  private static @Nullable String map(JsonObject object, String name) {
    return object.optionalValue(name, Kind.MAP).map(StorableValue::text).orElse(null);
  }

  private static @Nullable String text(JsonObject object, String name) {
    return object.optionalText(name, TEXT).orElse(null);
  }

  private static @Nullable List<String> texts(JsonObject object, String name) {
    return object.optionalTexts(name, MOST_BYTES, TEXT).orElse(null);
  }

  /** Refuses a request too large for its item, naming its largest part. */
  private static void requireRoom(ConversationRequest request, String recipient) {
    long all = OutreachSize.of(request, recipient);
    if (all <= MOST_BYTES) {
      return;
    }
    long project = new ItemSize().structure(PROJECT, request.getProjectDataJson()).bytes();
    long names =
        new ItemSize()
            .text(RECIPIENT, request.getRecipientFirstName())
            .text(RECIPIENT, request.getRecipientLastName())
            .bytes();
    long company = all - project - names;
    String largest = project >= company ? PROJECT : COMPANY;
    throw InvalidInputException.of(
        ErrorCode.INVALID_VALUE,
        names > Math.max(project, company) ? RECIPIENT : largest,
        "must be smaller: a request may bring " + MOST_BYTES + " bytes, as DynamoDB counts them",
        OptionalInt.empty());
  }

  private static boolean isTime(String text) {
    try {
      return text.length() <= LONGEST_TIME
          && DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
