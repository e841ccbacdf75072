package io.tributary.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;

/**
 * A request.
 *
 * @param path below the gateway's address
 * @param headers besides the credential's; instead of what a JSON body has
 */
public record Call(
    String method, String path, Credential credential, Map<String, String> headers, String body) {

  public Call {
    headers = Map.copyOf(headers);
  }

  /** One without a body and further headers. */
  public static Call of(String method, String path, Credential credential) {
    return new Call(method, path, credential, Map.of(), "");
  }

  public static Call of(String method, String path, Credential credential, JsonNode body) {
    return new Call(method, path, credential, Map.of(), body.toString());
  }

  /**
   * The same as it is sent to a gateway.
   *
   * @param limit how long to wait for the answer
   */
  public HttpRequest to(URI gateway, Duration limit) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(gateway.resolve(path))
            .timeout(limit)
            .header("Content-Type", "application/json")
            .header(credential.header(), credential.value())
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::setHeader);
    return request.build();
  }

  @Override
  public String toString() {
    return method + ' ' + path;
  }
}
