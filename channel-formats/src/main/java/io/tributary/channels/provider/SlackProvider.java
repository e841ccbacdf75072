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
import io.tributary.channels.event.EpochMillis;
import io.tributary.channels.event.ProviderIds;
import io.tributary.channels.event.RequestParser;
import io.tributary.channels.form.FormFields;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonText;
import io.tributary.channels.json.TopLevelStrings;
import io.tributary.channels.signature.HexHmac;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.topic.Family;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Slack: one event, slash command or interaction. */
final class SlackProvider extends ChannelProvider {

  static final String SLACK = "slack";
  private static final String CHALLENGE = "challenge";
  static final String TEAM_ID = "team_id";

  static final AttachmentFields FILES =
      new AttachmentFields("id", "url_private", "name", "mimetype", "size");

  /** Prefix of other events' kinds. */
  private static final String EVENT = "event_";

  static final Kinds IGNORED =
      Kinds.of(
          RequestParser.EMPTY
              + " event_* bot_* message_* channel_* group_* *pinned_item joiner_* reminder_* reply_broadcast"
              + " assistant_app_thread document_mention ekm_access_denied huddle_thread"
              + " sh_room_created tombstone "
              + SlackForm.IGNORED);

  /** Members of a message beside its content. */
  private static final Kinds AROUND =
      Kinds.of(
          "type subtype text ts user* team *_team channel channel_type event_ts thread_ts"
              + " parent_user_id client_msg_id bot_profile app_id suppress_notification is_* hidden"
              + " edited reply* latest_reply subscribed upload display_as_bot assistant_thread");

  SlackProvider() {
    super(
        Family.TENANTS,
        SLACK,
        "an event of Slack",
        new HexHmac("X-Slack-Signature", "v0", "X-Slack-Request-Timestamp"));
  }

  @Override
  public AccountFields fields() {
    return AccountFields.of(ChannelIds.of("team_ids", TextRule.key(KeyPart.ID)));
  }

  @Override
  public Optional<String> challenge(byte[] body) {
    Map<String, String> texts = TopLevelStrings.read(body, Set.of("type", CHALLENGE));
    return "url_verification".equals(texts.get("type"))
        ? Optional.ofNullable(texts.get(CHALLENGE))
        : Optional.empty();
  }

  /** Slack waits three seconds. */
  @Override
  public Duration answerWithin() {
    return Duration.ofMillis(2500);
  }

  @Override
  public Success success() {
    return Success.EMPTY;
  }

  @Override
  public Kinds ignored() {
    return IGNORED;
  }

  @Override
  public BodyKind bodies() {
    return BodyKind.FORM;
  }

  @Override
  public ProviderBatch read(String account, byte[] body, long largest) {
    boolean json = FormFields.isJson(body);
    RequestParser request =
        json
            ? new RequestParser(SLACK, body, largest)
            : new RequestParser(SLACK, body, largest, SlackForm::root);
    String team = installed(request.root()).orElse(account);
    BatchSlice whole = BatchSlice.whole(request.root(), ProviderIds.channel(SLACK, team));
    request.names(whole.channel());
    request.read(
        whole,
        () -> {
          if (json) {
            event(request, whole);
          } else {
            SlackForm.read(request, whole);
          }
        });
    return request.batch();
  }

  private static void event(RequestParser request, BatchSlice whole) {
    String type = request.root().requireText("type");
    if (type.equals("event_callback")) {
      event(request, whole, request.root().requireObject("event"));
    } else {
      request.ignore(EVENT + type, 1);
    }
  }

  private static void event(RequestParser request, BatchSlice whole, JsonObject event) {
    Optional<String> other = otherThanWritten(request.root(), event);
    if (other.isPresent()) {
      request.ignore(other.get(), 1);
      return;
    }
    List<Attachment> files = event.objects("files").stream().map(FILES::read).toList();
    Content known = new Content(SlackText.of(event.text("text").orElse("")), files);
    Content content =
        known.isEmpty() ? Content.of(unknown(event)) : new Content(withShared(known, event), files);
    if (content.isEmpty()) {
      request.ignore(RequestParser.EMPTY, 1);
    } else {
      request.add(message(request, whole, event, content));
    }
  }

  /** The text, and messages that are shared with it as JSON. */
  private static String withShared(Content known, JsonObject event) {
    return Stream.concat(
            Stream.of(known.text()),
            event
                .lenientArray("attachments")
                .filter(shared -> !shared.items().isEmpty())
                .map(JsonText::of)
                .stream())
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  /** Rich text, or content of another kind as JSON. */
  private static String unknown(JsonObject event) {
    String text = SlackText.of(event.lenientObjects("blocks"));
    return text.isBlank() ? JsonText.without(AROUND, event) : text;
  }

  static String conversation(String channel, Optional<String> thread) {
    return thread
        .map(ts -> ProviderIds.conversation(SLACK, channel, ts))
        .orElseGet(() -> ProviderIds.conversation(SLACK, channel));
  }

  private static Optional<String> otherThanWritten(JsonObject root, JsonObject event) {
    String type = event.requireText("type");
    if (!type.equals("message")) {
      return Optional.of(EVENT + type);
    }
    return event.has("bot_id") || isOfABot(root, event)
        ? Optional.of("bot_message")
        : event.text("subtype").filter(IGNORED::contains);
  }

  private static ProviderMessage message(
      RequestParser request, BatchSlice whole, JsonObject event, Content content) {
    JsonObject root = request.root();
    String team = installed(root).orElseThrow(() -> root.broken(TEAM_ID, "must be text"));
    String channel = event.requireId("channel");
    Optional<String> thread = event.id("thread_ts");
    Map<String, String> metadata = new HashMap<>();
    event.lenientText("ts").ifPresent(ts -> metadata.put("ts", ts));
    event.lenientText("channel_type").ifPresent(type -> metadata.put("channel_type", type));
    root.lenientText("api_app_id").ifPresent(app -> metadata.put("api_app_id", app));
    return new ProviderMessage(
        ProviderIds.channel(SLACK, team),
        conversation(channel, thread),
        Optional.of(ProviderIds.event(SLACK, team, root.requireId("event_id"))),
        event.requireId("user"),
        Optional.empty(),
        channel,
        thread,
        content.text(),
        content.attachments(),
        EpochMillis.ofSeconds(event.lenientText("ts")),
        metadata,
        request.raw(whole),
        Identity.NONE);
  }

  /** True of messages of Slackbot, and of the app's own user. */
  private static boolean isOfABot(JsonObject root, JsonObject event) {
    Optional<String> user = event.lenientId("user");
    return user.filter("USLACKBOT"::equals).isPresent()
        || root.lenientObjects("authorizations").stream()
            .filter(by -> by.isTrue("is_bot"))
            .anyMatch(by -> user.isPresent() && user.equals(by.lenientId("user_id")));
  }

  /**
   * The workspace that installed the app: in a shared channel the sender's may be another. For an
   * organization's app the sender's, or the organization.
   */
  private static Optional<String> installed(JsonObject root) {
    Optional<JsonObject> authorized = root.lenientObjects("authorizations").stream().findFirst();
    return authorized
        .flatMap(by -> by.lenientId(TEAM_ID))
        .or(() -> root.lenientId(TEAM_ID))
        .or(() -> authorized.flatMap(by -> by.lenientId("enterprise_id")));
  }
}
