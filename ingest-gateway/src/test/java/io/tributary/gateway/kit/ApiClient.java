package io.tributary.gateway.kit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Predicate;

/** Sends requests, and holds them and their answers against the API's description. */
public final class ApiClient {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Predicate<String> JSON_TYPE = type -> type.contains("json");
  private static final OpenApiDescription DESCRIPTION = OpenApiDescription.load();

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final int port;

  public ApiClient(int port) {
    this.port = port;
  }

  /** An answer that is as described. */
  public record Described(int status, Map<String, List<String>> headers, String body) {

    /** The body as JSON. */
    public JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException e) {
        throw new IllegalStateException(body, e);
      }
    }

    /** The error's code. */
    public String error() {
      return json().path("error").asText();
    }

    /** A header's first value. */
    public Optional<String> header(String name) {
      return headers.getOrDefault(name, List.of()).stream().findFirst();
    }
  }

  /** Posts readings with the key that is admitted. */
  public Described postReadings(String body) throws Exception {
    return send("POST /v1/devices/data", readings(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** Posts bytes with the key that is admitted. */
  public Described postReadings(byte[] body) throws Exception {
    return send("POST /v1/devices/data", readings(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  /** Registers a device with the key that is admitted. */
  public Described register(String body) throws Exception {
    return send(
        "POST /v1/devices/register",
        request("/v1/devices/register")
            .header("X-API-Key", TestGateway.API_KEY)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  /** Names a device. */
  public Described rename(String hardwareId, String body) throws Exception {
    return admin(
        "PUT /v1/admin/devices/{hardware_id}", "/v1/admin/devices/" + hardwareId, "PUT", body);
  }

  /** Sends an operator's request. */
  public Described admin(String route, String path, String method, String body) throws Exception {
    return send(
        route,
        request(path)
            .header("Authorization", "Bearer " + TestGateway.ADMIN_TOKEN)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  /** Posts a history event with that service token. */
  public Described postHistory(String what, String token, String body) throws Exception {
    return send(
        "POST /v1/history/" + what,
        request("/v1/history/" + what)
            .header("Authorization", "Bearer " + token)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
  }

  /**
   * Sends an application's request to an inbox.
   *
   * @param route method and the path behind {@code /v1/inbox/} as they are described
   * @param headers name and value by turns
   */
  public Described inbox(String route, String path, String token, String body, String... headers)
      throws Exception {
    return application("/v1/inbox/", route, path, token, body, headers);
  }

  /** Sends an application's request about a conversation, likewise behind {@code /v1/tenants/}. */
  public Described conversation(
      String route, String path, String token, String body, String... headers) throws Exception {
    return application("/v1/tenants/", route, path, token, body, headers);
  }

  /** Asks for a conversation with a recipient. */
  public Described requestConversation(String token, String body) throws Exception {
    return application("/v1/outreach/conversations", "POST ", "", token, body);
  }

  /**
   * Tells what an assistant has done in a conversation.
   *
   * @param conversation its id as the path has it
   */
  public Described updateConversation(String conversation, String token, String body)
      throws Exception {
    return application(
        "/v1/outreach/conversations/",
        "POST {conversation_id}/updates",
        conversation + "/updates",
        token,
        body);
  }

  private Described application(
      String prefix, String route, String path, String token, String body, String... headers)
      throws Exception {
    String[] parts = route.split(" ", 2);
    HttpRequest.Builder request =
        request(prefix + path)
            .header("Authorization", "Bearer " + token)
            .method(
                parts[0],
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return send(parts[0] + ' ' + prefix + parts[1], request.build());
  }

  /** A request to that path, to be filled in. */
  public HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(Duration.ofSeconds(20));
  }

  /**
   * Sends a request.
   *
   * @param route the described route; empty for a path that is none
   */
  public Described send(String route, HttpRequest request) throws Exception {
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    Described answer =
        new Described(response.statusCode(), response.headers().map(), response.body());
    DESCRIPTION.requireDescribed(
        route, answer.status(), answer.header("content-type").orElse("none"), answer.body());
    boolean isOther =
        request.headers().firstValue("content-type").filter(JSON_TYPE.negate()).isPresent();
    if (!isOther && (answer.status() < 300 || answer.status() == 400)) {
      DESCRIPTION.requireAlike(route, body(request), answer);
    }
    assertThat(answer.header("x-request-id")).isPresent();
    if (answer.status() == 503 && answer.json().has("error")) {
      assertThat(answer.header("retry-after")).contains("1");
    }
    return answer;
  }

  private static byte[] body(HttpRequest request) {
    var body = HttpResponse.BodySubscribers.ofByteArray();
    request
        .bodyPublisher()
        .orElseGet(HttpRequest.BodyPublishers::noBody)
        .subscribe(
            new Flow.Subscriber<>() {
              @Override
              public void onSubscribe(Flow.Subscription subscription) {
                body.onSubscribe(subscription);
              }

              @Override
              public void onNext(ByteBuffer part) {
                body.onNext(List.of(part));
              }

              @Override
              public void onError(Throwable failure) {
                body.onError(failure);
              }

              @Override
              public void onComplete() {
                body.onComplete();
              }
            });
    return body.getBody().toCompletableFuture().join();
  }

  private HttpRequest readings(HttpRequest.BodyPublisher body) {
    return request("/v1/devices/data").header("X-API-Key", TestGateway.API_KEY).POST(body).build();
  }
}
