package io.tributary.harness.http;

import java.util.Map;

/**
 * A request to any gateway.
 *
 * @param path below the gateway's address
 */
public record Request(String method, String path, Map<String, String> headers, String body) {

  /** A POST. */
  public static Request post(String path, Map<String, String> headers, String body) {
    return new Request("POST", path, headers, body);
  }
}
