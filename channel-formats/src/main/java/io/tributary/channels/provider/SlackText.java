package io.tributary.channels.provider;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Text as it was typed. Slack's mentions stay, such as {@code <@U1>}; what was typed like one keeps
 * Slack's escape of its first character.
 *
 * @see <a href="https://docs.slack.dev/messaging/formatting-message-text">Slack</a>
 */
final class SlackText {

  /** A mention or a link, with its words. */
  private static final Pattern MARK = Pattern.compile("<([^<>|]++)(?:\\|([^<>]*+))?>");

  private static final Pattern MENTION = Pattern.compile("[@#!].*");

  /** The beginning of a mention, or of a link with other words. */
  private static final Pattern LIKE_A_MARK = Pattern.compile("<(?=[@#!]|(?:https?|mailto|tel):)");

  private static final String SCHEME = "(?:https?://|mailto:|tel:)";

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
}
