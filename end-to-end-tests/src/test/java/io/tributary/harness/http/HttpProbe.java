package io.tributary.harness.http;

import io.tributary.harness.process.Eventually;
import io.tributary.harness.process.RunStatistic;
import io.tributary.harness.process.RunStatistics;
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

  private final RunStatistics statistics;
  private final boolean repeats;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Eventually.LIMIT)
          .build();

  public HttpProbe(RunStatistics statistics) {
    this(statistics, true);
  }

  private HttpProbe(RunStatistics statistics, boolean repeats) {
    this.statistics = statistics;
    this.repeats = repeats;
  }

  /** A probe that gives back the first answer, also a 503. */
  public static HttpProbe once(RunStatistics statistics) {
    return new HttpProbe(statistics, false);
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
    statistics.add(RunStatistic.REQUESTS);
    Answer first = sendOnce(request.build());
    if (!repeats || first.status() != UNAVAILABLE) {
      return first;
    }
    return Eventually.await(method + ' ' + url + " to be taken")
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              statistics.add(RunStatistic.RETRIES);
              return sendOnce(request.build());
            },
            answer -> answer.status() != UNAVAILABLE);
  }

  private Answer sendOnce(HttpRequest request) throws IOException {
    try {
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      statistics.addAnswer(response.statusCode());
      return new Answer(response.statusCode(), response.headers(), response.body());
    } catch (IOException e) {
      statistics.add(RunStatistic.NO_ANSWER);
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
