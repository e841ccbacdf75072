package io.tributary.channels.event;

import io.tributary.channels.Kinds;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads contents of WhatsApp messages, alike for all providers.
 *
 * @param words the text of a type's content
 * @param around members of a message beside its type and content
 */
public record WhatsAppContent(
    AttachmentFields files,
    Map<String, Function<JsonObject, Optional<String>>> words,
    Kinds around) {

  /** Channel type of WhatsApp, for all its providers. */
  public static final String TYPE = "whatsapp";

  private static final Map<String, String> KINDS =
      Map.of(
          "image", "image",
          "sticker", "image",
          "video", "video",
          "gif", "video",
          "short", "video",
          "audio", "audio",
          "voice", "audio",
          "document", "document");

  private static final Set<String> CARDS = Set.of("location", "live_location", "contact");

  /** Text and files; other content as JSON; empty for a blank text. */
  public Content read(JsonObject message, String type) {
    Content known =
        KINDS.containsKey(type) || CARDS.contains(type) || words.containsKey(type)
            ? message.object(type).map(said -> content(type, said)).orElse(Content.NONE)
            : Content.NONE;
    return known.isEmpty() && !type.equals("text")
        ? Content.of(JsonText.without(around, message))
        : known;
  }

  /** The type of a message; of messages of a type that wraps others, theirs. */
  public static String kind(JsonObject message, String wrapper) {
    String type = message.requireText("type");
    return message
        .lenientObject(wrapper)
        .filter(wrapped -> type.equals(wrapper))
        .flatMap(wrapped -> wrapped.lenientText("type"))
        .orElse(type);
  }

  private Content content(String type, JsonObject said) {
    String kind = KINDS.get(type);
    if (kind != null) {
      return new Content(said.text("caption").orElse(""), List.of(files.read(kind, said)));
    }
    if (!CARDS.contains(type)) {
      return Content.of(
          Optional.ofNullable(words.get(type)).flatMap(text -> text.apply(said)).orElse(""));
    }
    return Content.of(
        type.equals("contact")
            ? AttachmentFields.contact(said.lenientText("name"), Optional.empty())
            : AttachmentFields.location(said));
  }
}
