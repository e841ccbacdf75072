package io.tributary.channels.provider;

import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.event.BatchSlice;
import io.tributary.channels.event.EpochMillis;
import io.tributary.channels.event.ProviderIds;
import io.tributary.channels.event.RequestParser;
import io.tributary.channels.form.FormFields;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonReader;
import io.tributary.channels.json.JsonScalar;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
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

  /** Members of an element that hold one choice. */
  private static final List<String> CHOICES =
      List.of(
          "value",
          "selected_user",
          "selected_conversation",
          "selected_channel",
          "selected_date",
          "selected_time",
          "selected_date_time");

  /** Members that hold several. */
  private static final List<String> LISTS =
      List.of("selected_users", "selected_conversations", "selected_channels");

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
    String text = SlackFormat.unescaped(root.text("text").orElse(""));
    String team = root.requireId(SlackFormat.TEAM_ID);
    String command = root.requireText(COMMAND);
    String channel = root.requireId("channel_id");
    request.add(
        new ProviderMessage(
            whole.channel(),
            SlackFormat.conversation(channel, Optional.empty()),
            Optional.of(ProviderIds.event(SlackFormat.SLACK, team, root.requireId(TRIGGER_ID))),
            root.requireId("user_id"),
            root.lenientText("user_name"),
            channel,
            Optional.empty(),
            text.isEmpty() ? command : command + ' ' + text,
            List.of(),
            OptionalLong.empty(),
            notes(root, COMMAND),
            request.raw(whole)));
  }

  private void interaction(BatchSlice whole) {
    String text = request.root().requireText(PAYLOAD);
    JsonObject payload = JsonReader.read(text, RequestParser.MOST_TOKENS);
    Optional<String> team = idIn(payload, "team").or(() -> idIn(payload, "enterprise"));
    ChannelKey channel =
        team.map(id -> ProviderIds.channel(SlackFormat.SLACK, id)).orElse(whole.channel());
    BatchSlice known = whole.through(channel);
    request.names(channel);
    request.read(
        known,
        () -> {
          String type = payload.requireText("type");
          String told = told(type, payload);
          if (told.isBlank()) {
            request.ignore(type, 1);
          } else {
            String id = payload.id(TRIGGER_ID).orElseGet(() -> KeyPart.hashed(text));
            String workspace = team.orElseThrow(() -> payload.broken("team", "must have an id"));
            request.add(message(known, payload, told, new EventId(workspace, id)));
          }
        });
  }

  private record EventId(String team, String id) {}

  private ProviderMessage message(BatchSlice part, JsonObject payload, String told, EventId event) {
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
        .lenientObject("view")
        .ifPresent(
            view ->
                Stream.of(CALLBACK_ID, "private_metadata")
                    .forEach(
                        name ->
                            view.lenientText(name).ifPresent(note -> metadata.put(name, note))));
    return new ProviderMessage(
        part.channel(),
        SlackFormat.conversation(channel, thread),
        Optional.of(ProviderIds.event(SlackFormat.SLACK, event.team(), event.id())),
        sender,
        user.lenientText("name").or(() -> user.lenientText("username")),
        channel,
        thread,
        told,
        List.of(),
        EpochMillis.ofSeconds(
            Stream.concat(Stream.of(payload), actions(payload))
                .flatMap(object -> object.lenientText("action_ts").stream())
                .findFirst()),
        metadata,
        request.raw(part));
  }

  private static Optional<String> idIn(JsonObject payload, String name) {
    return payload.lenientObject(name).flatMap(object -> object.lenientId("id"));
  }

  /** Chosen or typed values in lines; empty for other types. */
  private static String told(String type, JsonObject payload) {
    Stream<String> lines =
        switch (type) {
          case "block_actions", "interactive_message" ->
              actions(payload).flatMap(SlackForm::chosen);
          case "view_submission" -> fields(payload).flatMap(SlackForm::chosen);
          case "shortcut", "message_action" -> payload.lenientText(CALLBACK_ID).stream();
          default -> Stream.empty();
        };
    return lines.collect(Collectors.joining("\n"));
  }

  private static Stream<JsonObject> actions(JsonObject payload) {
    return payload.lenientObjects("actions").stream();
  }

  /** Elements of a modal in the order of their blocks. */
  private static Stream<JsonObject> fields(JsonObject payload) {
    return payload
        .lenientObject("view")
        .flatMap(view -> view.lenientObject("state"))
        .flatMap(state -> state.lenientObject("values"))
        .stream()
        .flatMap(SlackForm::objects)
        .flatMap(SlackForm::objects);
  }

  private static Stream<JsonObject> objects(JsonObject object) {
    return object.members().values().stream()
        .filter(JsonObject.class::isInstance)
        .map(JsonObject.class::cast);
  }

  /** Chosen or typed values of an element; the id of a button without a value. */
  private static Stream<String> chosen(JsonObject element) {
    List<String> chosen =
        Stream.of(
                CHOICES.stream().flatMap(name -> element.lenientText(name).stream()),
                Stream.concat(
                        element.lenientObject("selected_option").stream(),
                        element.lenientObjects("selected_options").stream())
                    .flatMap(option -> option.lenientText("value").stream()),
                LISTS.stream()
                    .flatMap(name -> element.lenientArray(name).stream())
                    .flatMap(list -> list.items().stream())
                    .filter(JsonScalar.class::isInstance)
                    .map(item -> ((JsonScalar) item).repaired()))
            .flatMap(lines -> lines)
            .toList();
    return chosen.isEmpty() && element.lenientText("type").filter("button"::equals).isPresent()
        ? element.lenientText("action_id").or(() -> element.lenientText("name")).stream()
        : chosen.stream();
  }

  private static Map<String, String> notes(JsonObject of, String kind) {
    Map<String, String> metadata = new HashMap<>();
    Stream.of(kind, "response_url", TRIGGER_ID, "api_app_id")
        .forEach(name -> of.lenientText(name).ifPresent(note -> metadata.put(name, note)));
    return metadata;
  }
}
