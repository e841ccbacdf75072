package io.tributary.harness.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpHeaders;

/** An answer as it came. */
public record Answer(int status, HttpHeaders headers, String body) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The body read as JSON; fails when it is none. */
  public JsonNode json() {
    return parse(body);
  }

  /** A body read as JSON; fails when it is none. */
  public static JsonNode parse(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + body, e);
    }
  }
}
