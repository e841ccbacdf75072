package io.tributary.channels.provider;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Identity;
import io.tributary.channels.Kinds;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.definition.AccountFields;
import io.tributary.channels.definition.ChannelProvider;
import io.tributary.channels.event.AttachmentFields;
import io.tributary.channels.event.BatchSlice;
import io.tributary.channels.event.Content;
import io.tributary.channels.event.EpochMillis;
import io.tributary.channels.event.ProviderIds;
import io.tributary.channels.event.RequestParser;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonText;
import io.tributary.channels.signature.SharedSecret;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.topic.Family;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads requests of Telegram's Bot API: one update. */
final class TelegramProvider extends ChannelProvider {

  private static final String TELEGRAM = "telegram";
  private static final String UPDATE_ID = "update_id";

  private static final AttachmentFields FILES =
      new AttachmentFields("file_id", "", "file_name", "mime_type", "file_size");

  /** Animations first: they come as documents as well. */
  private static final List<Map.Entry<String, String>> KINDS =
      List.of(
          Map.entry("animation", "video"),
          Map.entry("document", "document"),
          Map.entry("video", "video"),
          Map.entry("video_note", "video"),
          Map.entry("audio", "audio"),
          Map.entry("voice", "audio"),
          Map.entry("sticker", "image"));

  private static final Pattern COMMAND =
      Pattern.compile("/([A-Za-z0-9_]{1,32})(?:@[A-Za-z0-9_]+)?(?=\\s|$)");
  private static final Map<String, String> MEANINGS =
      Map.of(
          "start", "help", "help", "help", "status", "sprint status", "releases", "release notes");

  /** Members of a message, a pressed button or a vote beside its content. */
  private static final Kinds AROUND =
      Kinds.of(
          "id message message_id message_thread_id text caption from user voter_chat sender_* date business_connection_id chat chat_instance forward_* is_*"
              + " reply_* external_reply quote via_bot edit_date has_* media_group_id author_signature"
              + " entities caption_entities link_preview_options effect_id show_caption_above_media"
              + " direct_messages_topic paid_star_count inline_message_id");

  private static final Kinds IGNORED =
      Kinds.of(
          RequestParser.EMPTY
              + " update_* from_owner new_chat_* left_chat_member delete_chat_photo *_created *_changed"
              + " migrate_* pinned_message forum_topic_* general_forum_topic_* video_chat_*"
              + " chat_background_set boost_added giveaway* invoice write_access_allowed"
              + " connected_website proximity_alert_triggered suggested_post_*");

  TelegramProvider() {
    super(
        Family.TENANTS,
        TELEGRAM,
        "an update of Telegram",
        new SharedSecret("X-Telegram-Bot-Api-Secret-Token"));
  }

  @Override
  public AccountFields fields() {
    return AccountFields.ANY.withSecrets(
        "must be 1 to 256 characters A-Z, a-z, 0-9, _ and -, as Telegram takes them",
        Pattern.compile("[A-Za-z0-9_-]{1,256}").asMatchPredicate());
  }

  @Override
  public boolean takesUnauthorized() {
    return true;
  }

  @Override
  public KeyPart accounts() {
    return ProviderIds.TOKEN_HASH;
  }

  @Override
  public Kinds ignored() {
    return IGNORED;
  }

  @Override
  public ProviderBatch read(String account, byte[] body, long largest) {
    RequestParser request = new RequestParser(TELEGRAM, body, largest);
    BatchSlice whole = BatchSlice.whole(request.root(), ProviderIds.channel(TELEGRAM, account));
    request.read(whole, () -> update(request, account, whole));
    return request.batch();
  }

  private static void update(RequestParser request, String account, BatchSlice whole) {
    JsonObject root = request.root();
    String update = root.requireId(UPDATE_ID);
    Optional<TelegramUpdate> object =
        root.object("message")
            .map(message -> TelegramUpdate.of(message, content(message)))
            .or(() -> root.object("business_message").map(TelegramProvider::toBusiness))
            .or(() -> root.object("callback_query").map(TelegramProvider::pressed))
            .or(() -> root.object("poll_answer").map(TelegramProvider::voted));
    Optional<String> ignored =
        object.map(TelegramUpdate::ignored).orElseGet(() -> Optional.of(kind(root)));
    if (ignored.isPresent()) {
      request.ignore(ignored.get(), 1);
    } else {
      request.add(message(request, whole, account, update, object.get()));
    }
  }

  private static String kind(JsonObject update) {
    return update.members().keySet().stream()
        .filter(Predicate.not(UPDATE_ID::equals))
        .findFirst()
        .map(kind -> "update_" + kind)
        .orElse("update_none");
  }

  /**
   * Content of an update.
   *
   * @param from holds the sender and other values of metadata
   * @param message with chat and time; absent for an answer outside of chats
   * @param business id of the connection to a business account
   */
  private record TelegramUpdate(
      JsonObject from, Optional<JsonObject> message, Content content, Optional<String> business) {

    static TelegramUpdate of(JsonObject message, Content content) {
      return new TelegramUpdate(message, Optional.of(message), content, Optional.empty());
    }

    /** The kind, if no person's message. */
    Optional<String> ignored() {
      if (business.isPresent() && !sender().id("id").equals(chat().id("id"))) {
        return Optional.of("from_owner");
      }
      return content.isEmpty()
          ? from.members().keySet().stream()
              .filter(IGNORED::contains)
              .findFirst()
              .or(() -> Optional.of(RequestParser.EMPTY))
          : Optional.empty();
    }

    /** The user; the chat in whose name one speaks, for which {@code from} has a stand-in. */
    JsonObject sender() {
      return Stream.of("sender_chat", "voter_chat", "from", "user")
          .flatMap(name -> from.object(name).stream())
          .findFirst()
          .orElseThrow(() -> from.broken("from", "must be an object"));
    }

    /** The chat; of an answer outside of chats the sender's. */
    JsonObject chat() {
      return message.map(of -> of.requireObject("chat")).orElseGet(this::sender);
    }
  }

  /** A message to a business account, or of it. */
  private static TelegramUpdate toBusiness(JsonObject message) {
    return new TelegramUpdate(
        message, Optional.of(message), content(message), message.id("business_connection_id"));
  }

  /** A pressed button. */
  private static TelegramUpdate pressed(JsonObject query) {
    String data = query.text("data").orElse("");
    return new TelegramUpdate(
        query,
        query.lenientObject("message"),
        Content.of(data.isBlank() ? JsonText.without(AROUND, query) : data),
        Optional.empty());
  }

  private static TelegramUpdate voted(JsonObject answer) {
    return new TelegramUpdate(
        answer, Optional.empty(), Content.of(JsonText.without(AROUND, answer)), Optional.empty());
  }

  private static Content content(JsonObject message) {
    Optional<String> text = message.text("text");
    Content known =
        new Content(
            text.map(TelegramProvider::understood)
                .or(() -> message.text("caption"))
                .or(() -> message.object("web_app_data").flatMap(form -> form.text("data")))
                .orElse(""),
            attachment(message).stream().toList());
    return known.isEmpty() && message.members().keySet().stream().noneMatch(IGNORED::contains)
        ? Content.of(JsonText.without(AROUND, message))
        : known;
  }

  /** A command in the words it stands for. */
  private static String understood(String text) {
    Matcher command = COMMAND.matcher(text);
    if (!command.lookingAt()) {
      return text;
    }
    String name = command.group(1);
    return MEANINGS.getOrDefault(name.toLowerCase(Locale.ROOT), name)
        + text.substring(command.end());
  }

  private static Optional<Attachment> attachment(JsonObject message) {
    List<JsonObject> sizes = message.objects("photo");
    if (!sizes.isEmpty()) {
      // The last size is the largest
      return Optional.of(FILES.read("image", sizes.get(sizes.size() - 1)));
    }
    return KINDS.stream()
        .flatMap(
            kind -> message.object(kind.getKey()).map(f -> FILES.read(kind.getValue(), f)).stream())
        .findFirst()
        .or(() -> message.object("location").map(place -> place(message, place)))
        .or(
            () ->
                message
                    .object("contact")
                    .map(
                        card ->
                            AttachmentFields.contact(
                                name(card), card.lenientText("phone_number"))));
  }

  private static Attachment place(JsonObject message, JsonObject place) {
    return AttachmentFields.location(
        place.lenientText("latitude"),
        place.lenientText("longitude"),
        message
            .lenientObject("venue")
            .flatMap(venue -> venue.lenientText("title").or(() -> venue.lenientText("address"))));
  }

  private static ProviderMessage message(
      RequestParser request,
      BatchSlice whole,
      String account,
      String update,
      TelegramUpdate object) {
    JsonObject chat = object.chat();
    JsonObject sender = object.sender();
    String id = chat.requireId("id");
    Map<String, String> metadata = new HashMap<>();
    metadata.put(UPDATE_ID, update);
    object
        .message()
        .flatMap(message -> message.lenientText("message_id"))
        .ifPresent(message -> metadata.put("message_id", message));
    chat.lenientText("type").ifPresent(type -> metadata.put("chat_type", type));
    sender.lenientText("username").ifPresent(name -> metadata.put("username", name));
    object.business().ifPresent(connection -> metadata.put("business_connection_id", connection));
    return new ProviderMessage(
        whole.channel(),
        object
            .business()
            .map(connection -> ProviderIds.conversation("tg", connection, id))
            .orElseGet(() -> ProviderIds.conversation("tg", id)),
        Optional.of(ProviderIds.event(TELEGRAM, account, update)),
        sender.requireId("id"),
        name(sender),
        id,
        object.message().flatMap(message -> message.id("message_thread_id")),
        object.content().text(),
        object.content().attachments(),
        EpochMillis.ofSeconds(object.from().lenientText("date")),
        metadata,
        request.raw(whole),
        Identity.NONE);
  }

  private static Optional<String> name(JsonObject person) {
    String name =
        Stream.of("first_name", "last_name")
            .flatMap(part -> person.lenientText(part).stream())
            .collect(Collectors.joining(" "));
    return name.isEmpty() ? person.lenientText("title") : Optional.of(name);
  }
}
