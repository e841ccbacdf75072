package io.tributary.harness.http;

import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** Sends single requests and gives back whatever is answered. */
public final class HttpProbe {

  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final Deeds deeds;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  public HttpProbe(Deeds deeds) {
    this.deeds = deeds;
  }

  /** GET with headers. */
  public Answer get(URI url, Map<String, String> headers) throws IOException {
    return send("GET", url, headers, BodyPublishers.noBody());
  }

  /** GET without anything. */
  public Answer get(URI url) throws IOException {
    return get(url, Map.of());
  }

  /**
   * What {@code /metrics} of a service says: the sum of the meter's series; 0 without any.
   *
   * @param name with or without the tags of a single series
   */
  public double metric(URI service, String name) throws IOException {
    return get(service.resolve("/metrics"))
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** DELETE with headers. */
  public Answer delete(URI url, Map<String, String> headers) throws IOException {
    return send("DELETE", url, headers, BodyPublishers.noBody());
  }

  /** POST of a text. */
  public Answer post(URI url, Map<String, String> headers, String body) throws IOException {
    return send("POST", url, headers, BodyPublishers.ofString(body));
  }

  /** POST of bytes. */
  public Answer post(URI url, Map<String, String> headers, byte[] body) throws IOException {
    return send("POST", url, headers, BodyPublishers.ofByteArray(body));
  }

  /** Any method. */
  public Answer send(String method, URI url, Map<String, String> headers, BodyPublisher body)
      throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(url).timeout(LIMIT).method(method, body);
    headers.forEach(request::header);
    deeds.add(Deed.REQUESTS);
    try {
      HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
      deeds.addAnswer(response.statusCode());
      return new Answer(response.statusCode(), response.headers(), response.body());
    } catch (IOException e) {
      deeds.add(Deed.NO_ANSWER);
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
