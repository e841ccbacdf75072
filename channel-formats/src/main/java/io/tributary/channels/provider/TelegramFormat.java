package io.tributary.channels.provider;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.event.AttachmentFields;
import io.tributary.channels.event.BatchSlice;
import io.tributary.channels.event.Content;
import io.tributary.channels.event.EpochMillis;
import io.tributary.channels.event.ProviderIds;
import io.tributary.channels.event.RequestParser;
import io.tributary.channels.json.JsonObject;
import io.tributary.schemas.key.KeyPart;
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
final class TelegramFormat implements ProviderFormat {

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

  @Override
  public KeyPart accounts() {
    return ProviderIds.TOKEN_HASH;
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
    Optional<JsonObject> message = root.object("message");
    Content content = message.map(TelegramFormat::content).orElse(Content.NONE);
    if (content.isEmpty()) {
      request.ignore(kind(root), 1);
    } else {
      request.add(message(request, whole, account, update, content));
    }
  }

  private static String kind(JsonObject update) {
    return update.members().keySet().stream()
        .filter(Predicate.not(UPDATE_ID::equals))
        .findFirst()
        .orElse("other");
  }

  private static Content content(JsonObject message) {
    Optional<String> text = message.text("text");
    return new Content(
        text.map(TelegramFormat::understood).or(() -> message.text("caption")).orElse(""),
        attachment(message).stream().toList());
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
        .or(() -> message.object("location").map(AttachmentFields::location))
        .or(
            () ->
                message
                    .object("contact")
                    .map(
                        card ->
                            AttachmentFields.contact(
                                name(card), card.lenientText("phone_number"))));
  }

  private static ProviderMessage message(
      RequestParser request, BatchSlice whole, String account, String update, Content content) {
    JsonObject message = request.root().requireObject("message");
    JsonObject chat = message.requireObject("chat");
    // A channel that speaks in its group has no user
    JsonObject sender =
        message
            .object("from")
            .or(() -> message.object("sender_chat"))
            .orElseThrow(() -> message.broken("from", "must be an object"));
    Map<String, String> metadata = new HashMap<>();
    metadata.put(UPDATE_ID, update);
    message.lenientText("message_id").ifPresent(id -> metadata.put("message_id", id));
    chat.lenientText("type").ifPresent(type -> metadata.put("chat_type", type));
    sender.lenientText("username").ifPresent(name -> metadata.put("username", name));
    return new ProviderMessage(
        whole.channel(),
        ProviderIds.conversation("tg", chat.requireId("id")),
        Optional.of(ProviderIds.event(TELEGRAM, account, update)),
        sender.requireId("id"),
        name(sender),
        chat.requireId("id"),
        message.id("message_thread_id"),
        content.text(),
        content.attachments(),
        EpochMillis.ofSeconds(message.lenientText("date")),
        metadata,
        request.raw(whole));
  }

  private static Optional<String> name(JsonObject person) {
    String name =
        Stream.of("first_name", "last_name")
            .flatMap(part -> person.lenientText(part).stream())
            .collect(Collectors.joining(" "));
    return name.isEmpty() ? person.lenientText("title") : Optional.of(name);
  }
}
