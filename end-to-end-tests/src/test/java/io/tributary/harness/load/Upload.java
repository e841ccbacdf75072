package io.tributary.harness.load;

import java.util.Map;

/**
 * One request that a client wants to get through.
 *
 * @param path on whatever instance takes it
 * @param attempts how often the client tries, 1 for once
 */
public record Upload(
    String method, String path, Map<String, String> headers, String body, int attempts) {

  /** A POST. */
  public Upload(String path, Map<String, String> headers, String body, int attempts) {
    this("POST", path, headers, body, attempts);
  }

  /** The same, tried so often. */
  public Upload triedAtMost(int times) {
    return new Upload(method, path, headers, body, times);
  }
}
