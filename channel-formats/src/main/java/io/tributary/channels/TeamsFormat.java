package io.tributary.channels;

import io.tributary.avro.channels.Attachment;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jsoup.parser.Parser;

/** Microsoft Teams through the Bot Framework: one activity. */
final class TeamsFormat implements ProviderFormat {

  static final String TEAMS = "teams";

  private static final String RECIPIENT = "recipient";
  private static final String BOT = "28:";
  private static final String THREAD = ";messageid=";

  /** A bot has few names, and each costs a search of the text. */
  private static final int MOST_NAMES = 16;

  private static final MediaNames FILES =
      new MediaNames("", "contentUrl", "name", "contentType", "");

  @Override
  public String provider() {
    return TEAMS;
  }

  @Override
  public ProviderBatch read(String account, byte[] body, long largest) {
    Request request = new Request(provider(), body, largest);
    String app =
        request
            .root()
            .detail(RECIPIENT)
            .flatMap(recipient -> recipient.readableId("id"))
            .map(TeamsFormat::app)
            .orElse(account);
    Part whole = Part.whole(request.root(), ProviderIds.channel(TEAMS, app));
    request.names(whole.channel());
    request.read(whole, () -> activity(request, whole));
    return request.batch();
  }

  private static void activity(Request request, Part whole) {
    JsonObject activity = request.root();
    String type = activity.requireText("type");
    Content content = type.equals("message") ? content(activity) : Content.NONE;
    if (content.isEmpty()) {
      request.ignore(type, 1);
    } else {
      request.add(message(request, whole, content));
    }
  }

  private static Content content(JsonObject activity) {
    String text = activity.text("text").orElse("");
    for (String mention : mentionsOfTheBot(activity)) {
      text = text.replace(mention, "");
    }
    // Teams repeats a text's formatted form, and cards, as attachments without a URL
    List<Attachment> files =
        activity.objects("attachments").stream()
            .filter(file -> file.note("contentUrl").isPresent())
            .map(FILES::read)
            .toList();
    return new Content(unescaped(text).strip(), files);
  }

  /** Undoes Teams' escapes of HTML and of spaces. */
  private static String unescaped(String text) {
    return Parser.unescapeEntities(text, true).replace('\u00a0', ' ');
  }

  private static List<String> mentionsOfTheBot(JsonObject activity) {
    Optional<String> bot = activity.object(RECIPIENT).flatMap(recipient -> recipient.id("id"));
    return activity.detailObjects("entities").stream()
        .filter(entity -> entity.note("type").filter("mention"::equals).isPresent())
        .filter(
            entity ->
                bot.equals(
                    entity.detail("mentioned").flatMap(mentioned -> mentioned.readableId("id"))))
        .flatMap(entity -> entity.note("text").stream())
        .distinct()
        .limit(MOST_NAMES)
        .toList();
  }

  private static ProviderMessage message(Request request, Part whole, Content content) {
    JsonObject activity = request.root();
    JsonObject conversation = activity.requireObject("conversation");
    JsonObject from = activity.requireObject("from");
    String app = app(activity.requireObject(RECIPIENT).requireId("id"));
    String id = conversation.requireId("id");
    String activityId = activity.requireId("id");
    int thread = id.indexOf(THREAD);
    return new ProviderMessage(
        ProviderIds.channel(TEAMS, app),
        ProviderIds.conversation(TEAMS, id),
        Optional.of(ProviderIds.event(TEAMS, app, id, activityId)),
        from.id("aadObjectId").orElseGet(() -> from.requireId("id")),
        from.note("name"),
        id,
        thread < 0 ? Optional.empty() : Optional.of(id.substring(thread + THREAD.length())),
        content.text(),
        content.attachments(),
        Moments.ofIso(activity.note("timestamp")),
        metadata(activity, conversation, activityId),
        request.raw(whole));
  }

  /** A bot's app id, without its prefix, in lower case. */
  static String app(String recipient) {
    return (recipient.startsWith(BOT) ? recipient.substring(BOT.length()) : recipient)
        .toLowerCase(Locale.ROOT);
  }

  private static Map<String, String> metadata(
      JsonObject activity, JsonObject conversation, String activityId) {
    Map<String, String> metadata = new HashMap<>();
    metadata.put("activity_id", activityId);
    conversation
        .note("conversationType")
        .ifPresent(type -> metadata.put("conversation_type", type));
    conversation
        .note("tenantId")
        .or(
            () ->
                activity
                    .detail("channelData")
                    .flatMap(d -> d.detail("tenant"))
                    .flatMap(t -> t.note("id")))
        .ifPresent(tenant -> metadata.put("azure_tenant_id", tenant));
    activity
        .note("serviceUrl")
        .map(url -> url.endsWith("/") ? url.substring(0, url.length() - 1) : url)
        .ifPresent(url -> metadata.put("service_url", url));
    return metadata;
  }
}
