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
import io.tributary.channels.signature.SignedRequest;
import io.tributary.channels.signature.StandardWebhooks;
import io.tributary.channels.signature.StandardWebhooksKeys;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.topic.Family;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Standard Webhooks: one message in our own form, which is read strictly. */
final class GenericProvider extends ChannelProvider {

  private static final String GENERIC = "generic";

  private static final AttachmentFields FILES =
      new AttachmentFields("id", "url", "name", "content_type", "size");

  /** An account without :, which joins event ids. */
  private static final KeyPart ACCOUNTS =
      new KeyPart(
          id -> KeyPart.ID.accepts(id) && id.indexOf(':') < 0, KeyPart.ID.rule() + " and :");

  private static final Set<String> KINDS =
      Set.of("image", "audio", "video", "document", "location", "contact", "other");

  GenericProvider() {
    super(
        Family.TENANTS,
        GENERIC,
        "a message signed by Standard Webhooks, in the common form of all channels",
        new StandardWebhooks());
  }

  @Override
  public AccountFields fields() {
    return AccountFields.ANY
        .withSecrets(
            "must be 24 to 64 bytes in base64, with whsec_ before it or without",
            text -> StandardWebhooksKeys.secret(text).isPresent())
        .withPublicKeys(
            "must be an Ed25519 key of 32 bytes in base64, with whpk_ before it or without",
            StandardWebhooksKeys::publicKey);
  }

  @Override
  public Optional<String> eventId(String account, SignedRequest request) {
    return request.header(StandardWebhooks.ID).map(id -> ProviderIds.event(GENERIC, account, id));
  }

  @Override
  public KeyPart accounts() {
    return ACCOUNTS;
  }

  @Override
  public Kinds ignored() {
    return Kinds.of(RequestParser.EMPTY);
  }

  @Override
  public ProviderBatch read(String account, byte[] body, long largest) {
    RequestParser request = new RequestParser(GENERIC, body, largest);
    JsonObject root = request.root();
    List<Attachment> attachments =
        root.objects("attachments").stream().map(GenericProvider::attachment).toList();
    Content content = new Content(root.text("text").orElse(""), attachments);
    ProviderMessage message = message(request, account, content);
    if (content.isEmpty()) {
      request.ignore(RequestParser.EMPTY, 1);
    } else {
      request.add(message);
    }
    return request.batch();
  }

  private static Attachment attachment(JsonObject file) {
    String kind = file.requireText("kind");
    if (!KINDS.contains(kind)) {
      throw file.broken(
          "kind", "must be one of " + String.join(", ", KINDS.stream().sorted().toList()));
    }
    file.id("id");
    List.of("url", "name", "content_type").forEach(file::text);
    if (file.has("size") && file.size("size").isEmpty()) {
      throw file.broken("size", "must be a number of bytes");
    }
    return FILES.read(kind, file);
  }

  private static ProviderMessage message(RequestParser request, String account, Content content) {
    JsonObject root = request.root();
    JsonObject sender = root.requireObject("sender");
    String conversation = root.requireId("conversation_id");
    ChannelKey channel = ProviderIds.channel(GENERIC, account);
    return new ProviderMessage(
        channel,
        ProviderIds.conversation(conversation),
        Optional.empty(),
        sender.requireId("id"),
        sender.text("name"),
        conversation,
        root.id("thread_id"),
        content.text(),
        content.attachments(),
        sentAt(root),
        metadata(root),
        request.raw(BatchSlice.whole(root, channel)),
        Identity.NONE);
  }

  private static OptionalLong sentAt(JsonObject root) {
    if (!root.has("timestamp")) {
      return OptionalLong.empty();
    }
    Optional<String> timestamp = root.id("timestamp");
    OptionalLong millis = EpochMillis.ofMillis(timestamp);
    OptionalLong sentAt = millis.isPresent() ? millis : EpochMillis.ofIso(timestamp);
    if (sentAt.isEmpty()) {
      throw root.broken("timestamp", "must be ISO 8601 with an offset, or epoch milliseconds");
    }
    return sentAt;
  }

  private static Map<String, String> metadata(JsonObject root) {
    Map<String, String> metadata = new HashMap<>();
    root.object("metadata")
        .ifPresent(
            object ->
                object
                    .members()
                    .keySet()
                    .forEach(
                        name -> object.text(name).ifPresent(value -> metadata.put(name, value))));
    return metadata;
  }
}
