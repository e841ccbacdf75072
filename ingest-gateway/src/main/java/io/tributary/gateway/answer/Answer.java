package io.tributary.gateway.answer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.UncheckedIOException;
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

  private static final ObjectMapper WRITER =
      JsonMapper.builder().propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE).build();

  private static final int OK = 200;
  private static final int ACCEPTED = 202;
  private static final int NO_CONTENT = 204;
  private static final String JSON = "application/json";
  private static final String TEXT = "text/plain; charset=utf-8";

  /** An answer with a text in UTF-8. */
  public Answer(int status, String contentType, String body) {
    this(status, contentType, ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)), Map.of());
  }

  /** Status 200 with an object's members in snake case. */
  public static Answer json(Object body) {
    return of(OK, body);
  }

  public static Answer empty() {
    return new Answer(OK, "", "");
  }

  public static Answer text(String body) {
    return new Answer(OK, TEXT, body);
  }

  /** The same with status 202: durable now, done later. */
  public static Answer accepted(Object body) {
    return of(ACCEPTED, body);
  }

  private static Answer of(int status, Object body) {
    return new Answer(status, JSON, ByteBuffer.wrap(bytes(body)), Map.of());
  }

  /** An object as JSON, its members in snake case. */
  public static byte[] bytes(Object body) {
    try {
      // not writeValueAsBytes, which writes an emoji as two escapes
      return WRITER.writeValueAsString(body).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Reply withIgnoredFields(List<String> names) {
    if (!contentType.equals(JSON)) {
      return this;
    }
    String object = StandardCharsets.UTF_8.decode(body.duplicate()).toString();
    String ignored =
        new String(
            bytes(names.stream().map(Problem.Place::shown).toList()), StandardCharsets.UTF_8);
    String more = (object.equals("{}") ? "" : ",") + "\"ignored_fields\":" + ignored + '}';
    byte[] bytes =
        (object.substring(0, object.length() - 1) + more).getBytes(StandardCharsets.UTF_8);
    return new Answer(status, contentType, ByteBuffer.wrap(bytes), headers);
  }

  public static Answer noContent() {
    return new Answer(NO_CONTENT, "", "");
  }
}
