package io.tributary.traffic.json;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text of a JSON object, member by member in the order of the calls. Names are taken as given. */
public final class JsonText {

  private final StringBuilder text = new StringBuilder("{");

  /** A member with a text; left out when null. */
  public JsonText text(String name, @Nullable String value) {
    return value == null ? this : raw(name, quoted(value));
  }

  /** A member with a whole number. */
  public JsonText number(String name, long value) {
    return raw(name, Long.toString(value));
  }

  /** A member with any JSON. */
  public JsonText raw(String name, String json) {
    if (text.length() > 1) {
      text.append(',');
    }
    text.append('"').append(name).append("\":").append(json);
    return this;
  }

  /** The object's text. */
  @Override
  public String toString() {
    return text + "}";
  }

  /** A text in quotes, escaped as JSON wants it. */
  public static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, quoted);
    return quoted.append('"').toString();
  }

  /** An array of JSON texts. */
  public static String array(List<String> elements) {
    return '[' + String.join(",", elements) + ']';
  }
}
