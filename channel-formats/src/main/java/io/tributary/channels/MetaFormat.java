package io.tributary.channels;

import io.tributary.schemas.key.ChannelKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Meta's WhatsApp Cloud API: entries of changes of messages. */
final class MetaFormat implements ProviderFormat {

  private static final String MESSAGES = "messages";
  private static final String CONTACTS = "contacts";
  private static final String METADATA = "metadata";
  private static final String NUMBER = "phone_number_id";

  private static final List<String> OTHERS = List.of("statuses", "errors");

  private static final List<String> BESIDE_MESSAGES = List.of(CONTACTS, "statuses", "errors");

  private static final Map<String, Function<JsonObject, Optional<String>>> WORDS =
      Map.of(
          "text", said -> said.text("body"),
          "button", said -> said.text("text"),
          "interactive", MetaFormat::chosen);
  private static final WhatsAppContent CONTENT =
      new WhatsAppContent(new MediaNames("id", "url", "filename", "mime_type", "file_size"), WORDS);

  /** One for each 8 bytes of the largest request. */
  private static final int MOST_TOKENS = 4 * Request.MOST_TOKENS;

  /** A change of messages, and its contacts by WhatsApp id. */
  private record Change(JsonObject value, JsonArray messages, Map<String, JsonObject> contacts) {

    static Change of(JsonObject value, JsonArray messages) {
      Map<String, JsonObject> contacts = new HashMap<>();
      for (JsonObject contact : value.detailObjects(CONTACTS)) {
        contacts.putIfAbsent(
            contact.note("wa_id").or(() -> contact.note("user_id")).orElse(""), contact);
      }
      return new Change(value, messages, contacts);
    }

    /** The part of a request that holds the change's messages alone. */
    Part messages(Part change) {
      Part bare = change;
      for (String other : BESIDE_MESSAGES) {
        Part before = bare;
        bare = value.details(other).map(before::without).orElse(before);
      }
      return channel(value).map(bare::through).orElse(bare);
    }

    /**
     * A sender's. Some numbers are not written as their account's id, so the one contact of the one
     * message is its sender's anyway.
     */
    Optional<JsonObject> contact(String from) {
      Optional<JsonObject> named = Optional.ofNullable(contacts.get(from));
      return named.isPresent() || messages.items().size() > 1 || contacts.size() > 1
          ? named
          : contacts.values().stream().findFirst();
    }
  }

  @Override
  public String provider() {
    return "meta";
  }

  @Override
  public String channelType() {
    return WhatsAppContent.TYPE;
  }

  /** The bodies that a batch is cut into. */
  @Override
  public long besides(long largest) {
    return Request.LARGEST;
  }

  @Override
  public ProviderBatch read(String account, byte[] body, long largest) {
    Request request = new Request(provider(), body, largest, MOST_TOKENS);
    Part whole = Part.whole(request.root(), ProviderIds.channel(WhatsAppContent.TYPE, account));
    request.read(whole, () -> entries(request, whole));
    return request.batch();
  }

  private static void entries(Request request, Part whole) {
    String object = request.root().requireText("object");
    if (!object.equals("whatsapp_business_account")) {
      request.ignore(object, 1);
      return;
    }
    request.readEach(
        whole,
        request.root().requireArray("entry"),
        (part, entry) ->
            request.readEach(
                part,
                entry.requireArray("changes"),
                (inner, change) -> change(request, inner, change)));
  }

  private static Optional<ChannelKey> channel(JsonObject value) {
    return value
        .detail(METADATA)
        .flatMap(phone -> phone.readableId(NUMBER))
        .map(number -> ProviderIds.channel(WhatsAppContent.TYPE, number));
  }

  private static void change(Request request, Part part, JsonObject change) {
    String field = change.requireText("field");
    if (!field.equals(MESSAGES)) {
      request.ignore(field, 1);
      return;
    }
    JsonObject value = change.requireObject("value");
    channel(value).ifPresent(request::names);
    Optional<JsonArray> messages = value.array(MESSAGES);
    for (String other : OTHERS) {
      value.details(other).ifPresent(array -> request.ignore(other, array.items().size()));
    }
    messages.ifPresent(
        array -> {
          Change told = Change.of(value, array);
          request.readEach(
              told.messages(part), array, (inner, message) -> event(request, inner, told, message));
        });
  }

  private static void event(Request request, Part part, Change change, JsonObject message) {
    String type = message.requireText("type");
    Content content = type.equals(CONTACTS) ? cards(message) : CONTENT.read(message, type);
    if (content.isEmpty()) {
      request.ignore(type, 1);
    } else {
      request.add(message(request, part, change, message, content));
    }
  }

  /** The answer chosen by a button or in a list. */
  private static Optional<String> chosen(JsonObject interactive) {
    return interactive
        .object("button_reply")
        .or(() -> interactive.object("list_reply"))
        .flatMap(reply -> reply.text("title"));
  }

  private static Content cards(JsonObject message) {
    return new Content(
        "",
        message.objects(CONTACTS).stream()
            .map(
                card ->
                    MediaNames.contact(
                        card.detail("name").flatMap(name -> name.note("formatted_name")),
                        card.detailObjects("phones").stream()
                            .findFirst()
                            .flatMap(phone -> phone.note("phone"))))
            .toList());
  }

  private static ProviderMessage message(
      Request request, Part part, Change change, JsonObject message, Content content) {
    JsonObject phone = change.value().requireObject(METADATA);
    String number = phone.requireId(NUMBER);
    String id = message.requireId("id");
    String from = sender(message);
    Optional<JsonObject> contact = change.contact(from);
    return new ProviderMessage(
        ProviderIds.channel(WhatsAppContent.TYPE, number),
        ProviderIds.conversation("wa", number, from),
        Optional.of(ProviderIds.event("meta", number, id)),
        from,
        contact.flatMap(c -> c.detail("profile")).flatMap(profile -> profile.note("name")),
        from,
        Optional.empty(),
        content.text(),
        content.attachments(),
        Moments.ofSeconds(message.note("timestamp")),
        metadata(phone, message, id),
        request.raw(with(part, change, contact)));
  }

  private static Part with(Part part, Change change, Optional<JsonObject> contact) {
    return contact
        .flatMap(kept -> change.value().details(CONTACTS).map(all -> part.with(all, kept)))
        .orElse(part);
  }

  /** The number; of users who hide it, an id for the business. */
  private static String sender(JsonObject message) {
    return message
        .id("from")
        .or(() -> message.id("from_user_id"))
        .orElseThrow(() -> message.broken("from", "must be text or an integer"));
  }

  private static Map<String, String> metadata(JsonObject phone, JsonObject message, String id) {
    Map<String, String> metadata = new HashMap<>();
    metadata.put("message_id", id);
    metadata.put("message_type", message.requireText("type"));
    phone
        .note("display_phone_number")
        .ifPresent(display -> metadata.put("display_phone_number", display));
    message
        .detail("context")
        .flatMap(context -> context.note("id"))
        .ifPresent(answered -> metadata.put("context_id", answered));
    message.note("group_id").ifPresent(group -> metadata.put("group_id", group));
    return metadata;
  }
}
