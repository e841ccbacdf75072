package io.tributary.gateway.answer;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A successful answer, or health.
 *
 * @param contentType empty without a body
 * @param body from its position to its limit; never changed
 */
public record Answer(int status, String contentType, ByteBuffer body, Map<String, String> headers)
    implements Reply {

  private static final int OK = 200;
  private static final int ACCEPTED = 202;
  private static final int NO_CONTENT = 204;
  private static final String JSON = "application/json";
  private static final String XML = "text/xml; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  /** An answer with a text in UTF-8. */
  public Answer(int status, String contentType, String body) {
    this(status, contentType, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), Map.of());
  }

  public static Answer json(String body) {
    return new Answer(OK, JSON, body);
  }

  public static Answer empty() {
    return new Answer(OK, "", "");
  }

  public static Answer text(String body) {
    return new Answer(OK, TEXT, body);
  }

  public static Answer xml(String body) {
    return new Answer(OK, XML, body);
  }

  /** Status 202: durable now, done later. */
  public static Answer accepted(String body) {
    return new Answer(ACCEPTED, JSON, body);
  }

  @Override
  public Reply withIgnoredFields(List<String> names) {
    if (!contentType.equals(JSON)) {
      return this;
    }
    String object = StandardCharsets.UTF_8.decode(body.duplicate()).toString();
    ArrayNode ignored = JsonNodeFactory.instance.arrayNode();
    names.forEach(name -> ignored.add(Problem.Place.shown(name)));
    String more = (object.equals("{}") ? "" : ",") + "\"ignored_fields\":" + ignored + '}';
    byte[] bytes =
        (object.substring(0, object.length() - 1) + more).getBytes(StandardCharsets.UTF_8);
    return new Answer(status, contentType, ByteBuffer.wrap(bytes), headers);
  }

  public static Answer noContent() {
    return new Answer(NO_CONTENT, "", "");
  }
}
