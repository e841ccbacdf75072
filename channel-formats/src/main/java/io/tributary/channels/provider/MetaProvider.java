package io.tributary.channels.provider;

import io.tributary.channels.Identity;
import io.tributary.channels.Kinds;
import io.tributary.channels.Move;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.definition.AccountFields;
import io.tributary.channels.definition.ChannelIds;
import io.tributary.channels.definition.ChannelProvider;
import io.tributary.channels.definition.Success;
import io.tributary.channels.event.AttachmentFields;
import io.tributary.channels.event.BatchSlice;
import io.tributary.channels.event.Content;
import io.tributary.channels.event.EpochMillis;
import io.tributary.channels.event.ProviderIds;
import io.tributary.channels.event.RequestParser;
import io.tributary.channels.event.WhatsAppContent;
import io.tributary.channels.json.JsonArray;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.signature.HexHmac;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.topic.Family;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads requests of Meta's WhatsApp Cloud API: entries of changes of messages. */
final class MetaProvider extends ChannelProvider {

  private static final int BREADTH = 4;
  private static final Duration OLDEST = Duration.ofDays(8);
  private static final String MESSAGES = "messages";
  private static final String CONTACTS = "contacts";
  private static final String METADATA = "metadata";
  private static final String NUMBER = "phone_number_id";
  static final String GROUP = "group_id";
  private static final List<String> OTHERS = List.of("statuses", "errors");
  private static final List<String> BESIDE_MESSAGES = List.of(CONTACTS, "statuses", "errors");

  private static final Map<String, Function<JsonObject, Optional<String>>> WORDS =
      Map.of(
          "text", said -> said.text("body"),
          "button", said -> said.text("text"),
          "interactive", MetaProvider::chosen);
  private static final WhatsAppContent CONTENT =
      new WhatsAppContent(
          new AttachmentFields("id", "url", "filename", "mime_type", "file_size"),
          WORDS,
          Kinds.of("id from* timestamp context group_id identity"));

  private static final String UNSUPPORTED = "unsupported";
  private static final Kinds IGNORED =
      Kinds.of(
          RequestParser.EMPTY
              + " object_* field_* statuses errors reaction system request_welcome edit revoke pin");

  /** One for each 8 bytes of the largest request. */
  private static final int MOST_TOKENS = 4 * RequestParser.MOST_TOKENS;

  /** A change of messages, and its contacts by number and ids. */
  private record Change(JsonObject value, JsonArray messages, Map<String, JsonObject> contacts) {

    static Change of(JsonObject value, JsonArray messages) {
      Map<String, JsonObject> contacts = new HashMap<>();
      for (JsonObject contact : value.lenientObjects(CONTACTS)) {
        MetaIdentity.CONTACTS.forEach(
            name -> contact.lenientText(name).ifPresent(id -> contacts.putIfAbsent(id, contact)));
      }
      return new Change(value, messages, contacts);
    }

    /** The part of a request that holds the change's messages alone. */
    BatchSlice messages(BatchSlice change) {
      BatchSlice bare = change;
      for (String other : BESIDE_MESSAGES) {
        BatchSlice before = bare;
        bare = value.lenientArray(other).map(before::without).orElse(before);
      }
      return channel(value).map(bare::through).orElse(bare);
    }

    /**
     * The sender's contact. Some numbers differ from their account's id, so a single contact
     * belongs to a single message.
     */
    Optional<JsonObject> contact(JsonObject message) {
      return MetaIdentity.of(message)
          .flatMap(id -> Stream.ofNullable(contacts.get(id)))
          .findFirst()
          .or(
              () ->
                  contacts.values().stream()
                      .findFirst()
                      .filter(only -> messages.items().size() == 1)
                      .filter(only -> Set.copyOf(contacts.values()).size() == 1));
    }
  }

  MetaProvider() {
    super(
        Family.TENANTS,
        WhatsAppContent.TYPE,
        "a batch of the WhatsApp Cloud API",
        new HexHmac("X-Hub-Signature-256", "sha256", ""));
  }

  @Override
  public AccountFields fields() {
    return AccountFields.of(
        ChannelIds.of(
            "phone_number_ids",
            TextRule.value(
                "must be 1 to 32 digits", Pattern.compile("[0-9]{1,32}").asMatchPredicate())));
  }

  /** Decides by the messages' own times: Meta signs none, and repeats for 7 days. */
  @Override
  public boolean isStale(ProviderBatch batch, long nowMillis) {
    long oldest = nowMillis - OLDEST.toMillis();
    List<OptionalLong> times =
        Stream.concat(
                batch.messages().stream().map(ProviderMessage::sentAt),
                batch.moves().stream().map(Move::sentAt))
            .toList();
    return !times.isEmpty() && times.stream().allMatch(sent -> sent.orElse(oldest) < oldest);
  }

  @Override
  public boolean asksByGet() {
    return true;
  }

  @Override
  public Success success() {
    return Success.EMPTY;
  }

  /** Batches are up to 3 MB. */
  @Override
  public long bodyLimit(long usual) {
    return BREADTH * usual;
  }

  @Override
  public Kinds ignored() {
    return IGNORED;
  }

  /** The bodies that a batch is cut into. */
  @Override
  public long derivedBytes(long largest) {
    return RequestParser.LARGEST;
  }

  @Override
  public ProviderBatch read(String account, byte[] body, long largest) {
    RequestParser request = new RequestParser("meta", body, largest, MOST_TOKENS);
    BatchSlice whole =
        BatchSlice.whole(request.root(), ProviderIds.channel(WhatsAppContent.TYPE, account));
    request.read(whole, () -> entries(request, whole));
    return request.batch();
  }

  private static void entries(RequestParser request, BatchSlice whole) {
    String object = request.root().requireText("object");
    if (!object.equals("whatsapp_business_account")) {
      request.ignore("object_" + object, 1);
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
        .lenientObject(METADATA)
        .flatMap(phone -> phone.lenientId(NUMBER))
        .map(number -> ProviderIds.channel(WhatsAppContent.TYPE, number));
  }

  private static void change(RequestParser request, BatchSlice part, JsonObject change) {
    String field = change.requireText("field");
    if (!field.equals(MESSAGES)) {
      request.ignore("field_" + field, 1);
      if (field.equals(MetaIdentity.UPDATES)) {
        update(request, change.requireObject("value"));
      }
      return;
    }
    JsonObject value = change.requireObject("value");
    channel(value).ifPresent(request::names);
    Optional<JsonArray> messages = value.array(MESSAGES);
    for (String other : OTHERS) {
      value.lenientArray(other).ifPresent(array -> request.ignore(other, array.items().size()));
    }
    messages.ifPresent(
        array -> {
          Change changed = Change.of(value, array);
          request.readEach(
              changed.messages(part),
              array,
              (inner, message) -> event(request, inner, changed, message));
        });
  }

  /** Changes of ids. */
  private static void update(RequestParser request, JsonObject value) {
    Optional<ChannelKey> channel = channel(value);
    channel.ifPresent(request::names);
    value.lenientObjects(MetaIdentity.UPDATES).stream()
        .flatMap(update -> channel.flatMap(of -> MetaIdentity.update(of, update)).stream())
        .forEach(request::move);
  }

  private static void event(
      RequestParser request, BatchSlice part, Change change, JsonObject message) {
    String type = message.requireText("type");
    String kind = WhatsAppContent.kind(message, UNSUPPORTED);
    if (IGNORED.contains(kind)) {
      request.ignore(kind, 1);
      channel(change.value())
          .flatMap(channel -> MetaIdentity.move(channel, message))
          .ifPresent(request::move);
      return;
    }
    Content cards = type.equals(CONTACTS) ? cards(message) : Content.NONE;
    Content content = cards.isEmpty() ? CONTENT.read(message, type) : cards;
    if (content.isEmpty()) {
      request.ignore(RequestParser.EMPTY, 1);
    } else {
      request.add(message(request, part, change, message, content));
    }
  }

  /** The answer chosen by a button or in a list, or those of a flow as JSON. */
  private static Optional<String> chosen(JsonObject interactive) {
    return interactive
        .object("button_reply")
        .or(() -> interactive.object("list_reply"))
        .flatMap(reply -> reply.text("title"))
        .or(() -> interactive.object("nfm_reply").flatMap(form -> form.text("response_json")));
  }

  private static Content cards(JsonObject message) {
    return new Content(
        "",
        message.objects(CONTACTS).stream()
            .map(
                card ->
                    AttachmentFields.contact(
                        card.lenientObject("name")
                            .flatMap(name -> name.lenientText("formatted_name")),
                        card.lenientObjects("phones").stream()
                            .findFirst()
                            .flatMap(phone -> phone.lenientText("phone"))))
            .toList());
  }

  private static ProviderMessage message(
      RequestParser request, BatchSlice part, Change change, JsonObject message, Content content) {
    JsonObject phone = change.value().requireObject(METADATA);
    String number = phone.requireId(NUMBER);
    String id = message.requireId("id");
    Optional<JsonObject> contact = change.contact(message);
    Optional<String> group = message.lenientId(GROUP);
    Identity identity = MetaIdentity.of(number, message, contact);
    String from = MetaIdentity.sender(message, identity);
    String chat = group.orElse(from);
    return new ProviderMessage(
        ProviderIds.channel(WhatsAppContent.TYPE, number),
        ProviderIds.conversation("wa", number, chat),
        Optional.of(ProviderIds.event("meta", number, id)),
        from,
        contact
            .flatMap(c -> c.lenientObject("profile"))
            .flatMap(profile -> profile.lenientText("name")),
        chat,
        Optional.empty(),
        content.text(),
        content.attachments(),
        EpochMillis.ofSeconds(message.lenientText("timestamp")),
        metadata(phone, message, id),
        request.raw(with(part, change, contact)),
        identity);
  }

  private static BatchSlice with(BatchSlice part, Change change, Optional<JsonObject> contact) {
    return contact
        .flatMap(kept -> change.value().lenientArray(CONTACTS).map(all -> part.with(all, kept)))
        .orElse(part);
  }

  private static Map<String, String> metadata(JsonObject phone, JsonObject message, String id) {
    Map<String, String> metadata = new HashMap<>();
    metadata.put("message_id", id);
    metadata.put("message_type", message.requireText("type"));
    phone
        .lenientText("display_phone_number")
        .ifPresent(display -> metadata.put("display_phone_number", display));
    message
        .lenientObject("context")
        .flatMap(context -> context.lenientText("id"))
        .ifPresent(answered -> metadata.put("context_id", answered));
    message.lenientText(GROUP).ifPresent(group -> metadata.put(GROUP, group));
    return metadata;
  }
}
