package io.tributary.channels.mail;

import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeVisitor;

/** The visible text of HTML in lines. */
final class HtmlText implements NodeVisitor {

  /** Limit of parsed characters: a tree takes many times its text's memory. */
  private static final int MOST = 4 << 20;

  /** Levels of elements; deeper ones become siblings. */
  private static final int DEEPEST = 100;

  private static final Set<String> LINES =
      Set.of(
          ("address article blockquote br dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr "
                  + "li ol p pre section table tr ul")
              .split(" "));

  private static final Pattern BLANKS = Pattern.compile("[ \\t\\u00a0]+");
  private static final Pattern AROUND_LINES = Pattern.compile(" ?\\n ?");
  private static final Pattern EMPTY_LINES = Pattern.compile("\\n{3,}");

  private final StringBuilder text = new StringBuilder();

  private HtmlText() {}

  static String of(String html) {
    if (html.isBlank()) {
      return "";
    }
    HtmlText reader = new HtmlText();
    Parser parser = Parser.htmlParser().setMaxDepth(DEEPEST);
    Jsoup.parse(html.substring(0, Math.min(html.length(), MOST)), "", parser)
        .body()
        .traverse(reader);
    String lines = BLANKS.matcher(reader.text).replaceAll(" ");
    lines = AROUND_LINES.matcher(lines).replaceAll("\n");
    return EMPTY_LINES.matcher(lines).replaceAll("\n\n").strip();
  }

  @Override
  public void head(Node node, int depth) {
    if (node instanceof TextNode words) {
      text.append(words.text());
    } else if (isLine(node)) {
      text.append('\n');
    }
  }

  @Override
  public void tail(Node node, int depth) {
    if (isLine(node) && !node.nodeName().equals("br")) {
      text.append('\n');
    }
  }

  private static boolean isLine(Node node) {
    return node instanceof Element && LINES.contains(node.nodeName());
  }
}
