package io.tributary.channels.provider;

import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes Slack's rich text as its messages write it: {@code <@U1>} is a user, {@code :tada:} an
 * emoji.
 *
 * @see <a href="https://docs.slack.dev/reference/block-kit/blocks/rich-text-block">Slack</a>
 */
final class SlackRichText {

  private static final String ELEMENTS = "elements";
  private static final String RICH_TEXT = "rich_text";
  private static final String URL = "url";

  private SlackRichText() {}

  /** The text of the blocks of this kind, in lines. */
  static String of(List<JsonObject> blocks) {
    return blocks.stream()
        .filter(block -> block.lenientText("type").filter(RICH_TEXT::equals).isPresent())
        .map(SlackRichText::of)
        .collect(Collectors.joining("\n"));
  }

  /** The text of a block, a section, a list or a word. */
  static String of(JsonObject element) {
    String type = element.lenientText("type").orElse("");
    boolean isOfLines = type.equals(RICH_TEXT) || type.equals("rich_text_list");
    return element.lenientArray(ELEMENTS).isPresent()
        ? element.lenientObjects(ELEMENTS).stream()
            .map(SlackRichText::of)
            .collect(Collectors.joining(isOfLines ? "\n" : ""))
        : word(type, element);
  }

  private static String word(String type, JsonObject element) {
    Optional<String> word =
        switch (type) {
          case "text" -> element.lenientText("text").map(SlackText::plain);
          case "link" ->
              element
                  .lenientText(URL)
                  .map(url -> SlackText.link(url, element.lenientText("text").orElse(null)));
          case "emoji" -> element.lenientText("name").map(name -> ':' + name + ':');
          case "user" -> element.lenientText("user_id").map(user -> "<@" + user + '>');
          case "channel" -> element.lenientText("channel_id").map(id -> "<#" + id + '>');
          case "usergroup" ->
              element.lenientText("usergroup_id").map(group -> "<!subteam^" + group + '>');
          case "broadcast" -> element.lenientText("range").map(range -> "<!" + range + '>');
          case "date" -> element.lenientText("fallback").or(() -> element.lenientText("timestamp"));
          case "color" -> element.lenientText("value");
          default -> Optional.empty();
        };
    return word.orElseGet(() -> JsonText.of(element));
  }
}
