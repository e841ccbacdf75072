package io.tributary.channels.provider;

import io.tributary.channels.Kinds;
import io.tributary.channels.event.Content;
import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonScalar;
import io.tributary.channels.json.JsonText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads elements of Slack's forms.
 *
 * @see <a href="https://docs.slack.dev/reference/block-kit/block-elements">Slack</a>
 */
final class SlackFields {

  private static final String FILES = "files";
  private static final String RICH_TEXT = "rich_text_value";
  private static final String TYPE = "type";

  /** Members of an element that hold one value. */
  private static final List<String> VALUES =
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

  /** Members that hold no value. */
  private static final Kinds AROUND =
      Kinds.of(
          "type action_id block_id action_ts name text style confirm placeholder url timezone"
              + " accessibility_label initial_* min_* max_* options option_groups filter filetypes"
              + " focus_on_load default_to_current_conversation response_url_enabled multiline"
              + " is_decimal_allowed dispatch_action_config");

  private SlackFields() {}

  /** Chosen and typed values in lines, and uploaded files. */
  static Content content(Stream<JsonObject> elements) {
    List<JsonObject> all = elements.toList();
    return new Content(
        all.stream().flatMap(SlackFields::lines).collect(Collectors.joining("\n")),
        all.stream()
            .flatMap(element -> element.lenientObjects(FILES).stream())
            .map(SlackProvider.FILES::read)
            .toList());
  }

  /** The values; of another kind as JSON; the id of a button without a value. */
  private static Stream<String> lines(JsonObject element) {
    List<String> values =
        Stream.of(
                VALUES.stream().flatMap(name -> element.lenientText(name).stream()),
                Stream.concat(
                        element.lenientObject("selected_option").stream(),
                        element.lenientObjects("selected_options").stream())
                    .flatMap(option -> option.lenientText("value").stream()),
                LISTS.stream()
                    .flatMap(name -> element.lenientArray(name).stream())
                    .flatMap(list -> list.items().stream())
                    .filter(JsonScalar.class::isInstance)
                    .map(item -> ((JsonScalar) item).repaired()),
                element.lenientObject(RICH_TEXT).stream().map(SlackText::of))
            .flatMap(lines -> lines)
            .toList();
    if (!values.isEmpty() || element.lenientArray(FILES).isPresent()) {
      return values.stream();
    }
    return element.lenientText(TYPE).filter("button"::equals).isPresent()
        ? element.lenientText("action_id").or(() -> element.lenientText("name")).stream()
        : Stream.of(JsonText.without(AROUND, element)).filter(json -> !json.isEmpty());
  }
}
