package io.tributary.operations.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.runtime.lifecycle.HealthReason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Asks an instance of a service for its pages. */
final class ServiceReader {

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  private final URI base;

  ServiceReader(URI base) {
    this.base = base;
  }

  ServiceView.Pages read() throws IOException, InterruptedException {
    HttpResponse<String> ready = get("/health/ready");
    HttpResponse<String> metrics = get("/metrics");
    boolean known = ready.statusCode() == OK || ready.statusCode() == UNAVAILABLE;
    if (!known || metrics.statusCode() != OK) {
      throw new IOException("something else answers, no service of a pipeline");
    }
    return new ServiceView.Pages(reasons(ready.body()), Exposition.parse(metrics.body()));
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(base.resolve(path)).timeout(PATIENCE).build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (ConnectException e) {
      throw new IOException("nothing listens there");
    } catch (HttpTimeoutException e) {
      throw new IOException("no answer within " + PATIENCE.toSeconds() + " s");
    }
  }

  private static List<HealthReason> reasons(String body) throws IOException {
    List<HealthReason> reasons = new ArrayList<>();
    for (JsonNode reason : JSON.readTree(body).path("reasons")) {
      reasons.add(new HealthReason(reason.path("code").asText(), reason.path("message").asText()));
    }
    return reasons;
  }
}
