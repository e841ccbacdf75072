package io.tributary.channels.provider;

import io.tributary.channels.Identity;
import io.tributary.channels.Kinds;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.definition.ChannelProvider;
import io.tributary.channels.event.AttachmentFields;
import io.tributary.channels.event.BatchSlice;
import io.tributary.channels.event.Content;
import io.tributary.channels.event.EpochMillis;
import io.tributary.channels.event.ProviderIds;
import io.tributary.channels.event.RequestParser;
import io.tributary.channels.event.WhatsAppContent;
import io.tributary.channels.json.JsonArray;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.signature.SharedSecret;
import io.tributary.schemas.key.ContactId;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.topic.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Whapi.cloud: a list of messages or of other events. */
final class WhapiProvider extends ChannelProvider {

  private static final WhatsAppContent CONTENT =
      new WhatsAppContent(
          new AttachmentFields("id", "link", "file_name", "mime_type", "file_size"),
          Map.of(
              "text",
              said -> said.text("body"),
              "link_preview",
              said -> said.text("body"),
              "reply",
              WhapiProvider::chosen),
          Kinds.of("id from* chat_* timestamp source device_id status context author subtype"));

  private static final String ACTION = "action";

  /** Server of ids that stand for hidden numbers. */
  private static final String LID = "@lid";

  private static final Kinds IGNORED =
      Kinds.of(
          RequestParser.EMPTY
              + " event_* from_me changed_messages system call revoked story"
              + " reaction edit delete label_change media_notify ephemeral");

  WhapiProvider() {
    super(
        Family.TENANTS,
        WhatsAppContent.TYPE,
        "an event of Whapi",
        new SharedSecret("X-Whapi-Secret"));
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

  /** The bodies that a batch is cut into. */
  @Override
  public long derivedBytes(long largest) {
    return RequestParser.LARGEST;
  }

  @Override
  public ProviderBatch read(String account, byte[] body, long largest) {
    RequestParser request = new RequestParser("whapi", body, largest);
    BatchSlice whole =
        BatchSlice.whole(request.root(), ProviderIds.channel(WhatsAppContent.TYPE, account));
    request.read(whole, () -> events(request, whole));
    return request.batch();
  }

  private static void events(RequestParser request, BatchSlice whole) {
    JsonObject root = request.root();
    Optional<JsonArray> messages = root.array("messages");
    if (messages.isEmpty()) {
      request.ignore("event_" + root.requireObject("event").requireText("type"), 1);
    } else if (isOfNewOnes(root)) {
      request.readEach(whole, messages.get(), (part, message) -> event(request, part, message));
    } else {
      request.ignore("changed_messages", messages.get().items().size());
    }
  }

  /** False of changed or removed messages, which come as lists too. */
  private static boolean isOfNewOnes(JsonObject root) {
    return root.lenientObject("event")
        .flatMap(event -> event.lenientText("event"))
        .filter(event -> !event.equals("post"))
        .isEmpty();
  }

  private static void event(RequestParser request, BatchSlice part, JsonObject message) {
    if (message.isTrue("from_me")) {
      request.ignore("from_me", 1);
      return;
    }
    String type = message.requireText("type");
    String kind = WhatsAppContent.kind(message, ACTION);
    if (IGNORED.contains(kind)) {
      request.ignore(kind, 1);
      return;
    }
    Content content = CONTENT.read(message, type);
    if (content.isEmpty()) {
      request.ignore(RequestParser.EMPTY, 1);
    } else {
      request.add(message(request, part, message, content));
    }
  }

  /** The title of a pressed button or a row of a list. */
  private static Optional<String> chosen(JsonObject reply) {
    return reply
        .object("buttons_reply")
        .or(() -> reply.object("list_reply"))
        .flatMap(answer -> answer.text("title"));
  }

  private static ProviderMessage message(
      RequestParser request, BatchSlice part, JsonObject message, Content content) {
    String id = message.requireId("id");
    String chat = message.requireId("chat_id");
    return new ProviderMessage(
        part.channel(),
        ProviderIds.conversation("wa", chat),
        Optional.of(ProviderIds.event("whapi", request.root().requireId("channel_id"), id)),
        sender(message),
        message.lenientText("from_name"),
        chat,
        Optional.empty(),
        content.text(),
        content.attachments(),
        EpochMillis.ofSeconds(message.lenientText("timestamp")),
        Map.of("message_id", id, "message_type", message.requireText("type"), "chat_id", chat),
        request.raw(part),
        identity(message, chat));
  }

  /** The number, without its server; an id that stands for a hidden number has its server. */
  private static String sender(JsonObject message) {
    String from = message.requireId("from");
    int at = from.indexOf('@');
    return at <= 0 || from.endsWith(LID) ? from : from.substring(0, at);
  }

  private static Identity identity(JsonObject message, String chat) {
    List<String> known =
        Stream.of(chat, message.requireId("from")).filter(id -> !id.endsWith("@g.us")).toList();
    Optional<String> number =
        known.stream()
            .filter(ContactId::isNumber)
            .findFirst()
            .map(id -> id.indexOf('@') < 0 ? id + "@s.whatsapp.net" : id);
    return new Identity(
        number,
        known.stream().filter(id -> id.endsWith(LID)).findFirst(),
        Optional.empty(),
        Optional.empty(),
        Optional.of("wa"),
        !known.contains(chat));
  }
}
