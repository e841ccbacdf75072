package io.tributary.channels.provider;

import io.tributary.avro.channels.Attachment;
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
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonScalar;
import io.tributary.channels.json.JsonText;
import io.tributary.channels.json.JsonValue;
import io.tributary.channels.signature.SignatureScheme;
import io.tributary.schemas.topic.Family;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.parser.Parser;

/** Microsoft Teams (Bot Framework): one activity. */
final class TeamsProvider extends ChannelProvider {

  static final String TEAMS = "teams";
  private static final String RECIPIENT = "recipient";
  private static final String BOT = "28:";
  private static final String THREAD = ";messageid=";

  /** A bot has few names, and each costs a search of the text. */
  private static final int MOST_NAMES = 16;

  private static final String NAME = "name";
  private static final String MENTIONED = "mentioned";
  private static final String TAG = "<at(?:\\s[^<>]*+)?>";
  private static final Pattern TAGS = Pattern.compile(TAG);
  private static final String END = "</at>";
  private static final String HTML = "text/html";

  private static final AttachmentFields FILES =
      new AttachmentFields("", "contentUrl", NAME, "contentType", "");

  /** Names of invokes that bring a form's values; others ask for a card. */
  private static final Kinds FORMS =
      Kinds.of(
          "adaptiveCard/action task/submit composeExtension/submitAction message/submitAction");

  TeamsProvider() {
    super(
        Family.TENANTS,
        TEAMS,
        "an activity of the Bot Framework",
        SignatureScheme.Remote.BOT_FRAMEWORK);
  }

  @Override
  public String channelId(String id) {
    return app(id);
  }

  @Override
  public Optional<String> channelOf(String account, Optional<String> appId) {
    return appId.map(TeamsProvider::app);
  }

  @Override
  public Kinds ignored() {
    return Kinds.of(RequestParser.EMPTY + " activity_* mention");
  }

  @Override
  public ProviderBatch read(String account, byte[] body, long largest) {
    RequestParser request = new RequestParser(TEAMS, body, largest);
    String app =
        request
            .root()
            .lenientObject(RECIPIENT)
            .flatMap(recipient -> recipient.lenientId("id"))
            .map(TeamsProvider::app)
            .orElse(account);
    BatchSlice whole = BatchSlice.whole(request.root(), ProviderIds.channel(TEAMS, app));
    request.names(whole.channel());
    request.read(whole, () -> activity(request, whole));
    return request.batch();
  }

  private static void activity(RequestParser request, BatchSlice whole) {
    JsonObject activity = request.root();
    String type = activity.requireText("type");
    boolean isForm =
        type.equals("invoke") && activity.lenientText(NAME).filter(FORMS::contains).isPresent();
    if (!isForm && !type.equals("message")) {
      request.ignore("activity_" + type, 1);
      return;
    }
    Content content = content(activity);
    if (content.isEmpty()) {
      request.ignore(mentionsOfTheBot(activity).isEmpty() ? RequestParser.EMPTY : "mention", 1);
    } else {
      request.add(message(request, whole, content));
    }
  }

  private static Content content(JsonObject activity) {
    String text = activity.text("text").orElse("");
    boolean isBlank = text.isBlank();
    text = withoutMentions(text, activity);
    // Teams repeats a text's formatted form, and cards, as attachments without a URL
    List<Attachment> files =
        activity.objects("attachments").stream()
            .filter(file -> file.lenientText("contentUrl").isPresent())
            .map(FILES::read)
            .toList();
    Content content =
        new Content(
            Stream.of(unescaped(text).strip(), filledIn(activity))
                .filter(line -> !line.isBlank())
                .collect(Collectors.joining("\n")),
            files);
    return content.isEmpty() ? Content.of(unknown(activity, isBlank)) : content;
  }

  /** Values of a card's form as JSON. */
  private static String filledIn(JsonObject activity) {
    JsonValue value = activity.members().get("value");
    if (value instanceof JsonScalar scalar) {
      return scalar.isNull() ? "" : scalar.repaired();
    }
    return value == null ? "" : JsonText.of(value);
  }

  /** Contents of another kind as JSON; of HTML if the text is blank, as it repeats texts. */
  private static String unknown(JsonObject activity, boolean isBlank) {
    return activity.lenientObjects("attachments").stream()
        .filter(file -> isBlank || file.lenientText("contentType").filter(HTML::equals).isEmpty())
        .map(JsonText::of)
        .collect(Collectors.joining("\n"));
  }

  /** Undoes Teams' escapes of HTML and of spaces. */
  private static String unescaped(String text) {
    return Parser.unescapeEntities(text, true).replace('\u00a0', ' ');
  }

  /** Removes the bot's names in their tags, whether escaped or not, and its other mentions. */
  private static String withoutMentions(String text, JsonObject activity) {
    List<JsonObject> mentions = mentionsOfTheBot(activity);
    if (mentions.isEmpty()) {
      return text;
    }
    String left = text;
    Set<String> names = new HashSet<>();
    activity.requireObject(RECIPIENT).lenientText(NAME).ifPresent(names::add);
    for (JsonObject mention : mentions) {
      mention.lenientObject(MENTIONED).flatMap(bot -> bot.lenientText(NAME)).ifPresent(names::add);
      String said = mention.lenientText("text").orElse("");
      names.add(unescaped(said.replaceFirst(TAG, "").replace(END, "")).strip());
      left = said.isEmpty() ? left : left.replace(said, "");
    }
    return withoutTags(left, names);
  }

  private static String withoutTags(String text, Set<String> names) {
    StringBuilder kept = new StringBuilder();
    Matcher tag = TAGS.matcher(text);
    int done = 0;
    while (tag.find(done)) {
      int end = text.indexOf(END, tag.end());
      if (end < 0) {
        break;
      }
      boolean isTheBot = names.contains(unescaped(text.substring(tag.end(), end)).strip());
      int next = end + END.length();
      kept.append(text, done, isTheBot ? tag.start() : next);
      done = next;
    }
    return kept.append(text, done, text.length()).toString();
  }

  private static List<JsonObject> mentionsOfTheBot(JsonObject activity) {
    Optional<String> bot = activity.object(RECIPIENT).flatMap(recipient -> recipient.id("id"));
    return activity.lenientObjects("entities").stream()
        .filter(entity -> entity.lenientText("type").filter("mention"::equals).isPresent())
        .filter(
            entity ->
                bot.equals(
                    entity
                        .lenientObject(MENTIONED)
                        .flatMap(mentioned -> mentioned.lenientId("id"))))
        .limit(MOST_NAMES)
        .toList();
  }

  private static ProviderMessage message(RequestParser request, BatchSlice whole, Content content) {
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
        from.lenientText(NAME),
        id,
        thread < 0 ? Optional.empty() : Optional.of(id.substring(thread + THREAD.length())),
        content.text(),
        content.attachments(),
        EpochMillis.ofIso(activity.lenientText("timestamp")),
        metadata(activity, conversation, activityId),
        request.raw(whole),
        Identity.NONE);
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
    activity.lenientText(NAME).ifPresent(name -> metadata.put("invoke", name));
    conversation
        .lenientText("conversationType")
        .ifPresent(type -> metadata.put("conversation_type", type));
    conversation
        .lenientText("tenantId")
        .or(
            () ->
                activity
                    .lenientObject("channelData")
                    .flatMap(d -> d.lenientObject("tenant"))
                    .flatMap(t -> t.lenientText("id")))
        .ifPresent(tenant -> metadata.put("azure_tenant_id", tenant));
    activity
        .lenientText("serviceUrl")
        .map(url -> url.endsWith("/") ? url.substring(0, url.length() - 1) : url)
        .ifPresent(url -> metadata.put("service_url", url));
    return metadata;
  }
}
