package io.tributary.operations.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;

/**
 * A request.
 *
 * @param path below the gateway's address
 * @param headers with the credential; besides {@code Content-Type: application/json}
 */
public record Call(String method, String path, Map<String, String> headers, String body) {

  public Call {
    headers = Map.copyOf(headers);
  }

  public static Call of(String method, String path, Map<String, String> headers, JsonNode body) {
    return new Call(method, path, headers, body.toString());
  }

  /** Header of operators and applications. */
  public static Map<String, String> bearer(String token) {
    return Map.of("Authorization", "Bearer " + token);
  }

  /** Header of devices. */
  public static Map<String, String> apiKey(String key) {
    return Map.of("X-API-Key", key);
  }

  /** The request with a header more. */
  public Call with(String name, String value) {
    Map<String, String> all = new HashMap<>(headers);
    all.put(name, value);
    return new Call(method, path, all, body);
  }

  @Override
  public String toString() {
    return method + ' ' + path;
  }
}
