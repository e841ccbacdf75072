package io.tributary.channels.provider;

import io.tributary.channels.Identity;
import io.tributary.channels.Kinds;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.event.BatchSlice;
import io.tributary.channels.event.Content;
import io.tributary.channels.event.EpochMillis;
import io.tributary.channels.event.ProviderIds;
import io.tributary.channels.event.RequestParser;
import io.tributary.channels.form.FormFields;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonReader;
import io.tributary.channels.json.JsonText;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads Slack's forms: slash commands, and interactions in a field {@code payload}.
 *
 * @see <a href="https://docs.slack.dev/interactivity/handling-user-interaction">Slack</a>
 */
final class SlackForm {

  private static final String SSL_CHECK = "ssl_check";
  private static final String COMMAND = "command";
  private static final String PAYLOAD = "payload";
  private static final String TRIGGER_ID = "trigger_id";
  private static final String CALLBACK_ID = "callback_id";
  private static final String THREAD_TS = "thread_ts";
  private static final String MESSAGE = "message";

  private static final String VIEW = "view";

  /** Kinds of requests that are no message of a person. */
  static final String IGNORED =
      "ssl_check view_closed block_suggestion dialog_cancellation dialog_suggestion";

  private static final Kinds OTHERS = Kinds.of(IGNORED);

  /** Members of an interaction beside its content. */
  private static final Kinds AROUND =
      Kinds.of(
          "token team user channel enterprise is_* api_app_id trigger_id response_url* container"
              + " message* action_ts function_data bot_access_token hash");

  private final RequestParser request;

  private SlackForm(RequestParser request) {
    this.request = request;
  }

  /** Reads fields; {@link MalformedEventException} for a form that Slack never sends. */
  static JsonObject root(String source) {
    JsonObject root = FormFields.root(source);
    if (Stream.of(SSL_CHECK, COMMAND, PAYLOAD).noneMatch(root::has)) {
      throw MalformedEventException.body(
          "must be a JSON object, or a form with command or payload");
    }
    return root;
  }

  static void read(RequestParser request, BatchSlice whole) {
    SlackForm form = new SlackForm(request);
    JsonObject root = request.root();
    if (root.has(SSL_CHECK)) {
      request.ignore(SSL_CHECK, 1);
    } else if (root.has(COMMAND)) {
      form.command(whole);
    } else {
      form.interaction(whole);
    }
  }

  private void command(BatchSlice whole) {
    JsonObject root = request.root();
    String text = SlackText.of(root.text("text").orElse(""));
    String team = root.requireId(SlackProvider.TEAM_ID);
    String command = root.requireText(COMMAND);
    String channel = root.requireId("channel_id");
    request.add(
        new ProviderMessage(
            whole.channel(),
            SlackProvider.conversation(channel, Optional.empty()),
            Optional.of(ProviderIds.event(SlackProvider.SLACK, team, root.requireId(TRIGGER_ID))),
            root.requireId("user_id"),
            root.lenientText("user_name"),
            channel,
            Optional.empty(),
            text.isEmpty() ? command : command + ' ' + text,
            List.of(),
            OptionalLong.empty(),
            notes(root, COMMAND),
            request.raw(whole),
            Identity.NONE));
  }

  private void interaction(BatchSlice whole) {
    String text = request.root().requireText(PAYLOAD);
    JsonObject payload = JsonReader.read(text, RequestParser.MOST_TOKENS);
    Optional<String> team =
        payload
            .lenientObject(VIEW)
            // in a shared channel the user's workspace may be another
            .flatMap(view -> view.lenientId("app_installed_team_id"))
            .or(() -> idIn(payload, "team"))
            .or(() -> idIn(payload, "enterprise"));
    ChannelKey channel =
        team.map(id -> ProviderIds.channel(SlackProvider.SLACK, id)).orElse(whole.channel());
    BatchSlice known = whole.through(channel);
    request.names(channel);
    request.read(
        known,
        () -> {
          String type = payload.requireText("type");
          Content content = content(type, payload);
          if (content.isEmpty()) {
            request.ignore(OTHERS.contains(type) ? type : RequestParser.EMPTY, 1);
          } else {
            String id = payload.id(TRIGGER_ID).orElseGet(() -> KeyPart.hashed(text));
            String workspace = team.orElseThrow(() -> payload.broken("team", "must have an id"));
            request.add(message(known, payload, content, new EventId(workspace, id)));
          }
        });
  }

  private record EventId(String team, String id) {}

  private ProviderMessage message(
      BatchSlice part, JsonObject payload, Content content, EventId event) {
    JsonObject user = payload.requireObject("user");
    String sender = user.requireId("id");
    // a modal and a global shortcut belong to no channel
    String channel =
        idIn(payload, "channel")
            .or(() -> payload.lenientObject("container").flatMap(in -> in.lenientId("channel_id")))
            .orElse(sender);
    Optional<String> thread = payload.lenientObject(MESSAGE).flatMap(of -> of.lenientId(THREAD_TS));
    Map<String, String> metadata = notes(payload, "type");
    payload.lenientText(CALLBACK_ID).ifPresent(id -> metadata.put(CALLBACK_ID, id));
    payload
        .lenientObject(MESSAGE)
        .flatMap(of -> of.lenientText("ts"))
        .ifPresent(ts -> metadata.put("ts", ts));
    payload
        .lenientObject(VIEW)
        .ifPresent(
            view ->
                Stream.of(CALLBACK_ID, "private_metadata")
                    .forEach(
                        name ->
                            view.lenientText(name).ifPresent(note -> metadata.put(name, note))));
    return new ProviderMessage(
        part.channel(),
        SlackProvider.conversation(channel, thread),
        Optional.of(ProviderIds.event(SlackProvider.SLACK, event.team(), event.id())),
        sender,
        user.lenientText("name").or(() -> user.lenientText("username")),
        channel,
        thread,
        content.text(),
        content.attachments(),
        EpochMillis.ofSeconds(
            Stream.concat(Stream.of(payload), actions(payload))
                .flatMap(object -> object.lenientText("action_ts").stream())
                .findFirst()),
        metadata,
        request.raw(part),
        Identity.NONE);
  }

  private static Optional<String> idIn(JsonObject payload, String name) {
    return payload.lenientObject(name).flatMap(object -> object.lenientId("id"));
  }

  private static Content content(String type, JsonObject payload) {
    return switch (type) {
      case "block_actions", "interactive_message" ->
          SlackFields.content(Stream.concat(actions(payload), typedBeside(payload)));
      case "view_submission" -> {
        Optional<JsonObject> view = payload.lenientObject(VIEW);
        Content values = SlackFields.content(view.stream().flatMap(form -> values(form, Set.of())));
        yield values.isEmpty()
            ? Content.of(view.flatMap(of -> of.lenientText(CALLBACK_ID)).orElse(""))
            : values;
      }
      case "shortcut", "message_action" -> Content.of(payload.lenientText(CALLBACK_ID).orElse(""));
      default ->
          OTHERS.contains(type) ? Content.NONE : Content.of(JsonText.without(AROUND, payload));
    };
  }

  private static Stream<JsonObject> actions(JsonObject payload) {
    return payload.lenientObjects("actions").stream();
  }

  /** Fields beside a button in a message or a home tab; those of a modal come when submitted. */
  private static Stream<JsonObject> typedBeside(JsonObject payload) {
    Set<List<String>> pressed =
        actions(payload)
            .map(
                action ->
                    Stream.of("block_id", "action_id")
                        .map(name -> action.lenientText(name).orElse(""))
                        .toList())
            .collect(Collectors.toSet());
    return Stream.concat(
            Stream.of(payload),
            payload.lenientObject(VIEW).stream()
                .filter(view -> view.lenientText("type").filter("home"::equals).isPresent()))
        .flatMap(form -> values(form, pressed));
  }

  /**
   * Elements of a form in the order of their blocks.
   *
   * @param left left out, by ids of block and element
   */
  private static Stream<JsonObject> values(JsonObject form, Set<List<String>> left) {
    return form.lenientObject("state").flatMap(state -> state.lenientObject("values")).stream()
        .flatMap(SlackForm::objects)
        .flatMap(
            block ->
                objects(block.getValue())
                    .filter(named -> !left.contains(List.of(block.getKey(), named.getKey())))
                    .map(Map.Entry::getValue));
  }

  private static Stream<Map.Entry<String, JsonObject>> objects(JsonObject object) {
    return object.members().entrySet().stream()
        .filter(member -> member.getValue() instanceof JsonObject)
        .map(member -> Map.entry(member.getKey(), (JsonObject) member.getValue()));
  }

  private static Map<String, String> notes(JsonObject of, String kind) {
    Map<String, String> metadata = new HashMap<>();
    Stream.of(kind, "response_url", TRIGGER_ID, "api_app_id")
        .forEach(name -> of.lenientText(name).ifPresent(note -> metadata.put(name, note)));
    return metadata;
  }
}
