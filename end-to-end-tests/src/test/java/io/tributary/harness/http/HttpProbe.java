package io.tributary.harness.http;

import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.process.Eventually;
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

/**
 * Sends single requests and gives back the answer. A request that is answered 503 is sent again, as
 * every client of the gateway does.
 */
public final class HttpProbe {

  private static final int UNAVAILABLE = 503;

  private final Deeds deeds;
  private final boolean repeats;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Eventually.LIMIT)
          .build();

  public HttpProbe(Deeds deeds) {
    this(deeds, true);
  }

  private HttpProbe(Deeds deeds, boolean repeats) {
    this.deeds = deeds;
    this.repeats = repeats;
  }

  /** A probe that gives back the first answer, also a 503. */
  public static HttpProbe once(Deeds deeds) {
    return new HttpProbe(deeds, false);
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
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url).timeout(Eventually.LIMIT).method(method, body);
    headers.forEach(request::header);
    deeds.add(Deed.REQUESTS);
    Answer first = sendOnce(request.build());
    if (!repeats || first.status() != UNAVAILABLE) {
      return first;
    }
    return Eventually.await(method + ' ' + url + " to be taken")
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              deeds.add(Deed.RETRIES);
              return sendOnce(request.build());
            },
            answer -> answer.status() != UNAVAILABLE);
  }

  private Answer sendOnce(HttpRequest request) throws IOException {
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
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
