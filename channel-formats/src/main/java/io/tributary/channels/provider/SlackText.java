package io.tributary.channels.provider;

import io.tributary.channels.json.JsonObject;
import io.tributary.channels.json.JsonText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Text as it was typed, and rich text in the same form. Slack's mentions stay, such as {@code
 * <@U1>}; text typed like one keeps Slack's escape of its first character.
 *
 * @see <a href="https://docs.slack.dev/messaging/formatting-message-text">Slack</a>
 * @see <a href="https://docs.slack.dev/reference/block-kit/blocks/rich-text-block">Slack</a>
 */
final class SlackText {

  /** A mention or a link, with its words. */
  private static final Pattern MARK = Pattern.compile("<([^<>|]++)(?:\\|([^<>]*+))?>");

  private static final Pattern MENTION = Pattern.compile("[@#!].*");

  /** The beginning of a mention, or of a link with other words. */
  private static final Pattern LIKE_A_MARK = Pattern.compile("<(?=[@#!]|(?:https?|mailto|tel):)");

  private static final String SCHEME = "(?:https?://|mailto:|tel:)";

  private static final String ELEMENTS = "elements";
  private static final String RICH_TEXT = "rich_text";
  private static final String URL = "url";

  private SlackText() {}

  /** Undoes Slack's marks of links, and its escapes of three characters. */
  static String of(String text) {
    StringBuilder typed = new StringBuilder();
    Matcher mark = MARK.matcher(text);
    int done = 0;
    while (mark.find()) {
      typed.append(plain(unescaped(text.substring(done, mark.start()))));
      typed.append(mark(unescaped(mark.group(1)), mark.group(2)));
      done = mark.end();
    }
    return typed.append(plain(unescaped(text.substring(done)))).toString();
  }

  /** Text without marks. */
  static String plain(String typed) {
    return LIKE_A_MARK.matcher(typed).replaceAll("&lt;");
  }

  /** A link, with its words if they were not typed as the URL. */
  static String link(String url, @Nullable String words) {
    return words == null || words.isEmpty() || words.equals(url)
        ? url
        : words.equals(url.replaceFirst('^' + SCHEME, "")) ? words : '<' + url + '|' + words + '>';
  }

  private static String mark(String target, @Nullable String words) {
    @Nullable String said = words == null ? null : unescaped(words);
    if (!MENTION.matcher(target).matches()) {
      return link(target, said);
    }
    return said == null ? '<' + target + '>' : '<' + target + '|' + said + '>';
  }

  private static String unescaped(String text) {
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
  }

  /** The text of the blocks of this kind, in lines. */
  static String of(List<JsonObject> blocks) {
    return blocks.stream()
        .filter(block -> block.lenientText("type").filter(RICH_TEXT::equals).isPresent())
        .map(SlackText::of)
        .collect(Collectors.joining("\n"));
  }

  /** The text of a block, a section, a list or a word. */
  static String of(JsonObject element) {
    String type = element.lenientText("type").orElse("");
    boolean isOfLines = type.equals(RICH_TEXT) || type.equals("rich_text_list");
    return element.lenientArray(ELEMENTS).isPresent()
        ? element.lenientObjects(ELEMENTS).stream()
            .map(SlackText::of)
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
                  .map(url -> link(url, element.lenientText("text").orElse(null)));
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
