package io.tributary.operations.status;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.runtime.lifecycle.HealthReason;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Asks an instance of a service for its pages. */
final class ServiceReader {

  private static final int PATIENCE_SECONDS = 5;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int OK = 200;
  private static final int FIRST_ERROR = 400;
  private static final int UNAVAILABLE = 503;

  private final URI base;
  private final InstantSource clock;

  ServiceReader(URI base, InstantSource clock) {
    this.base = base;
    this.clock = clock;
  }

  private record Page(int status, String body) {}

  ServiceView.Pages read() throws IOException {
    Page ready = get("/health/ready");
    Page metrics = get("/metrics");
    boolean known = ready.status() == OK || ready.status() == UNAVAILABLE;
    if (!known || metrics.status() != OK) {
      throw new IOException("something else answers, no service of a pipeline");
    }
    return new ServiceView.Pages(
        reasons(ready.body()), Exposition.parse(metrics.body()), clock.millis());
  }

  /** By HttpURLConnection, because the threads of an HttpClient delay the end of the process. */
  private Page get(String path) throws IOException {
    int millis = PATIENCE_SECONDS * 1000;
    HttpURLConnection connection =
        (HttpURLConnection) base.resolve(path).toURL().openConnection(Proxy.NO_PROXY);
    connection.setInstanceFollowRedirects(false);
    connection.setConnectTimeout(millis);
    connection.setReadTimeout(millis);
    try {
      int status = connection.getResponseCode();
      try (InputStream body =
          status < FIRST_ERROR ? connection.getInputStream() : connection.getErrorStream()) {
        // null for an error without a body
        byte[] bytes = body == null ? new byte[0] : body.readAllBytes();
        return new Page(status, new String(bytes, StandardCharsets.UTF_8));
      }
    } catch (ConnectException e) {
      throw new IOException("nothing listens there");
    } catch (SocketTimeoutException e) {
      throw new IOException("no answer within " + PATIENCE_SECONDS + " s");
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
