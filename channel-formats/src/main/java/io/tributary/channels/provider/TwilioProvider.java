package io.tributary.channels.provider;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.BodyKind;
import io.tributary.channels.Identity;
import io.tributary.channels.Kinds;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.definition.AccountFields;
import io.tributary.channels.definition.ChannelIds;
import io.tributary.channels.definition.ChannelProvider;
import io.tributary.channels.definition.Success;
import io.tributary.channels.event.AttachmentFields;
import io.tributary.channels.event.BatchSlice;
import io.tributary.channels.event.Content;
import io.tributary.channels.event.ProviderIds;
import io.tributary.channels.event.RequestParser;
import io.tributary.channels.event.WhatsAppContent;
import io.tributary.channels.form.FormFields;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonText;
import io.tributary.channels.signature.TwilioSignature;
import io.tributary.schemas.key.ContactId;
import io.tributary.schemas.topic.Family;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Twilio: fields of a form, one message. SMS and WhatsApp of one number are different channels; a
 * request of the other is malformed.
 */
final class TwilioProvider extends ChannelProvider {

  static final TwilioProvider WHATSAPP =
      new TwilioProvider(
          "twilio-whatsapp",
          WhatsAppContent.TYPE,
          "a WhatsApp message of Twilio",
          "wa",
          "whatsapp:");
  static final TwilioProvider SMS =
      new TwilioProvider("twilio-sms", "sms", "an SMS of Twilio", "sms", "");
  private static final Success NO_REPLY =
      new Success(
          "text/xml; charset=utf-8", "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Response/>");
  private static final String TO = "To";
  private static final String FROM = "From";
  private static final String MESSAGE_SID = "MessageSid";
  private static final String NUM_MEDIA = "NumMedia";

  /** Statuses of inbound messages. */
  private static final Set<String> INBOUND = Set.of("received", "receiving");

  private static final Predicate<String> COUNT = Pattern.compile("[0-9]{1,2}").asMatchPredicate();

  /** Fields of a message beside its content. */
  private static final Kinds AROUND =
      Kinds.of(
          "AccountSid ApiVersion *MessageSid SmsSid Sms* From* To* Body Num* ReferralNum* MessageStatus"
              + " ProfileName WaId MessagingServiceSid OriginalReplied* *Forwarded ChannelMetadata"
              + " *ExternalUserId *Username");

  private static final String MESSAGE_TYPE = "MessageType";
  private static final Set<String> TEXTS = Set.of("", "text");

  /** Metadata by name of the form's field. */
  private static final Map<String, String> NOTES =
      Map.of(
          MESSAGE_SID,
          "message_sid",
          MESSAGE_TYPE,
          "message_type",
          "WaId",
          "wa_id",
          "OriginalRepliedMessageSid",
          "replied_to",
          "ButtonPayload",
          "button_payload");

  private final String label;
  private final String conversations;
  private final String addressing;

  /**
   * A channel of Twilio.
   *
   * @param conversations prefix of conversation ids
   * @param addressing prefix of numbers
   */
  private TwilioProvider(
      String label, String channelType, String requests, String conversations, String addressing) {
    super(Family.OUTREACH, channelType, requests, new TwilioSignature());
    this.label = label;
    this.conversations = conversations;
    this.addressing = addressing;
  }

  @Override
  public boolean sendsForms() {
    return true;
  }

  @Override
  public AccountFields fields() {
    return AccountFields.of(ChannelIds.NUMBERS);
  }

  @Override
  public Success success() {
    return NO_REPLY;
  }

  @Override
  public BodyKind bodies() {
    return BodyKind.FORM;
  }

  @Override
  public Kinds ignored() {
    return Kinds.of(RequestParser.EMPTY + " status_*");
  }

  @Override
  public ProviderBatch read(String account, byte[] body, long largest) {
    RequestParser request = new RequestParser(label, body, largest, FormFields::root);
    String channel = request.root().lenientId(TO).flatMap(this::number).orElse(account);
    BatchSlice whole =
        BatchSlice.whole(request.root(), ProviderIds.channel(channelType(), channel));
    request.read(whole, () -> event(request, whole));
    return request.batch();
  }

  private void event(RequestParser request, BatchSlice whole) {
    JsonObject root = request.root();
    Optional<String> outbound =
        root.lenientText("MessageStatus")
            .or(() -> root.lenientText("SmsStatus"))
            .filter(status -> !INBOUND.contains(status));
    if (outbound.isPresent()) {
      request.ignore("status_" + outbound.get(), 1);
      return;
    }
    ProviderMessage message = message(request, whole, content(root));
    if (message.text().isEmpty() && message.attachments().isEmpty()) {
      request.ignore(RequestParser.EMPTY, 1);
    } else {
      request.add(message);
    }
  }

  private static Content content(JsonObject root) {
    String body = root.text("Body").orElse("");
    String said = body.isBlank() ? root.text("ButtonText").orElse("") : body;
    String form = root.text("FlowData").or(() -> root.text("InteractiveData")).orElse("");
    String text =
        Stream.of(said, form).filter(line -> !line.isBlank()).collect(Collectors.joining("\n"));
    Content known = new Content(text, Stream.concat(files(root), place(root)).toList());
    return known.isEmpty() && !TEXTS.contains(root.lenientText(MESSAGE_TYPE).orElse(""))
        ? Content.of(JsonText.without(AROUND, root))
        : known;
  }

  private static Stream<Attachment> files(JsonObject root) {
    Optional<String> count = root.id(NUM_MEDIA);
    if (count.filter(COUNT.negate()).isPresent()) {
      throw root.broken(NUM_MEDIA, "must be a number of files, 99 at most");
    }
    return IntStream.range(0, Integer.parseInt(count.orElse("0"))).mapToObj(i -> file(root, i));
  }

  private static Attachment file(JsonObject root, int index) {
    String url = "MediaUrl" + index;
    root.requireText(url);
    return new AttachmentFields("", url, "", "MediaContentType" + index, "").read(root);
  }

  private static Stream<Attachment> place(JsonObject root) {
    Optional<String> latitude = root.lenientText("Latitude");
    Optional<String> longitude = root.lenientText("Longitude");
    return latitude.isPresent() && longitude.isPresent()
        ? Stream.of(
            AttachmentFields.location(
                latitude,
                longitude,
                root.lenientText("Label").or(() -> root.lenientText("Address"))))
        : Stream.empty();
  }

  private ProviderMessage message(RequestParser request, BatchSlice whole, Content content) {
    JsonObject root = request.root();
    String to = requireNumber(root, TO);
    String from = requireNumber(root, FROM);
    String account = root.requireId("AccountSid");
    return new ProviderMessage(
        ProviderIds.channel(channelType(), to),
        ProviderIds.conversation(conversations, to, from),
        Optional.of(ProviderIds.event("twilio", account, root.requireId(MESSAGE_SID))),
        from,
        root.lenientText("ProfileName"),
        root.requireId(FROM),
        root.lenientId("OriginalRepliedMessageSid"),
        content.text(),
        content.attachments(),
        OptionalLong.empty(),
        metadata(root),
        request.raw(whole),
        identity(root, from));
  }

  private Identity identity(JsonObject root, String from) {
    return addressing.isEmpty()
        ? Identity.NONE
        : new Identity(
            Optional.of(from).filter(ContactId::isNumber),
            id(root, "ExternalUserId")
                .or(() -> Optional.of(from).filter(ContactId::isUserId))
                .filter(id -> !ContactId.isParentId(id)),
            id(root, "ParentExternalUserId")
                .or(() -> Optional.of(from).filter(ContactId::isParentId)),
            root.lenientText("ProfileUsername").or(() -> root.lenientText("Username")),
            Optional.empty(),
            false);
  }

  private Optional<String> id(JsonObject root, String name) {
    return root.lenientId(name)
        .map(id -> id.startsWith(addressing) ? id.substring(addressing.length()) : id)
        .filter(ContactId::isUserId);
  }

  private static Map<String, String> metadata(JsonObject root) {
    Map<String, String> metadata = new HashMap<>();
    NOTES.forEach(
        (field, name) -> root.lenientText(field).ifPresent(note -> metadata.put(name, note)));
    return metadata;
  }

  private String requireNumber(JsonObject root, String name) {
    return number(root.requireId(name))
        .orElseThrow(() -> root.broken(name, "must be an address of " + channelType()));
  }

  /** The number without the channel's prefix; empty for another channel's address. */
  private Optional<String> number(String address) {
    return Optional.of(address)
        .filter(text -> text.startsWith(addressing))
        .map(text -> text.substring(addressing.length()))
        .filter(text -> !text.isEmpty() && text.indexOf(':') < 0);
  }
}
