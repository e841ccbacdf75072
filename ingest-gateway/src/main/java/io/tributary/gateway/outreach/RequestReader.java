package io.tributary.gateway.outreach;

import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.json.RecordReader;
import io.tributary.gateway.json.RequestObject;
import io.tributary.gateway.json.StorableValue.Kind;
import io.tributary.schemas.item.ItemSize;
import io.tributary.schemas.item.OutreachItems;
import io.tributary.schemas.key.outreach.OutreachKey;
import io.tributary.schemas.rule.TextRule;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

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
  private static final int MOST_BYTES = (int) OutreachItems.MOST_OF_REQUEST;
  private static final TextRule CHANNEL =
      TextRule.value("must be whatsapp, sms or email", word -> Channel.of(word).isPresent());
  private static final RecordReader IDS = reader(COMPANY_ID, "project_id");
  private static final RecordReader ASKED = reader(REQUEST_ID, "initial_request_timestamp");
  private static final RecordReader PROJECT_DATA = reader(PROJECT + "_json");
  private static final RecordReader NAMES = reader("recipient_first_name", "recipient_last_name");
  private static final RecordReader COMPANY_DATA =
      reader(
          "company_name",
          "project_name",
          "project_status",
          "allowed_channels",
          "company_rep_json",
          "auto_queue_initial_message",
          "auto_queue_initial_message_from_number",
          "auto_queue_initial_message_from_email",
          "auto_queue_reply_message",
          "auto_queue_reply_message_from_number",
          "auto_queue_reply_message_from_email");

  private static RecordReader reader(String... names) {
    return RecordReader.of(ConversationRequest.getClassSchema(), names);
  }

  IncomingRequest read(RequestObject body) {
    RequestObject company = body.object(COMPANY);
    RequestObject recipient = body.object(RECIPIENT);
    RequestObject asked = body.object(REQUEST);
    Channel channel = Channel.of(asked.text(CHANNEL_METHOD, CHANNEL)).orElseThrow();
    ConversationRequest request = new ConversationRequest();
    IDS.read(company, request);
    ASKED.read(asked, request);
    request.setChannelMethod(channel.method());
    request.setCommsConsent(recipient.optionalFlag("comms_consent").orElse(false));
    PROJECT_DATA.read(body, request);
    request.setLifeS(ttl.isZero() ? null : ttl.toSeconds());
    NAMES.read(recipient, request);
    request.setRecipientTel(ContactRule.TEL.optional(recipient, RECIPIENT_TEL).orElse(null));
    request.setRecipientEmail(ContactRule.EMAIL.optional(recipient, RECIPIENT_EMAIL).orElse(null));
    COMPANY_DATA.read(company, request);
    putConfigs(request, company, channel);
    OutreachKey key = OutreachKey.of(channel.recipient(recipient), request);
    requireRoom(request, key.recipient());
    return new IncomingRequest(key, channel, request);
  }

  private static void putConfigs(
      ConversationRequest request, RequestObject company, Channel channel) {
    Optional<RequestObject> config = config(company, CHANNEL_CONFIG).flatMap(channel::part);
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
  private static Optional<RequestObject> config(RequestObject company, String name) {
    return company.optionalValue(name, Kind.MAP).flatMap(value -> company.storedObject(name));
  }

  private static RequestObject withoutVendor(RequestObject config) {
    return Channel.isNested(config)
        ? config
        : config.storedObject("openai_config").filter(Channel::isNested).orElse(config);
  }

  private static String json(RequestObject object) {
    return object.stored().text();
  }

  /** Refuses a request too large for its item, naming its largest part. */
  private static void requireRoom(ConversationRequest request, String recipient) {
    Map<String, Object> part = OutreachItems.of(request, recipient);
    long all = ItemSize.of(part);
    if (all <= MOST_BYTES) {
      return;
    }
    long project = sizeOf(part, Set.of(PROJECT));
    long names = sizeOf(part, Set.of("recipient_first_name", "recipient_last_name"));
    long company = all - project - names;
    String largest = project >= company ? PROJECT : COMPANY;
    throw InvalidInputException.of(
        ErrorCode.INVALID_VALUE,
        names > Math.max(project, company) ? RECIPIENT : largest,
        "must be smaller: a request may bring " + MOST_BYTES + " bytes, as DynamoDB counts them",
        OptionalInt.empty());
  }

  private static long sizeOf(Map<String, Object> part, Set<String> attributes) {
    Map<String, Object> some = new HashMap<>(part);
    some.keySet().retainAll(attributes);
    return ItemSize.of(some);
  }
}
