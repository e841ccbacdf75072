package io.tributary.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Call;
import io.tributary.cli.client.Credential;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Sends JSON over HTTP like any client. */
final class DemoClient {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int OK = 200;
  private static final int ACCEPTED = 202;

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final URI base;
  private final String adminToken;
  private final String serviceToken;
  private final InstantSource clock;
  private final Drained drained;

  DemoClient(
      URI base, String adminToken, String serviceToken, InstantSource clock, Drained drained) {
    this.base = base;
    this.adminToken = adminToken;
    this.serviceToken = serviceToken;
    this.clock = clock;
    this.drained = drained;
  }

  /** Waits until the tables hold what was sent; {@link DemoFailedException} if that takes long. */
  @FunctionalInterface
  interface Drained {
    void await() throws InterruptedException;
  }

  Credential admin() {
    return Credential.bearer(adminToken);
  }

  Credential service() {
    return Credential.bearer(serviceToken);
  }

  /** Waits, as somebody does who answers what has been stored. */
  void awaitDrained() throws InterruptedException {
    drained.await();
  }

  Instant now() {
    return clock.instant();
  }

  ObjectNode object() {
    return JSON.createObjectNode();
  }

  /** An object as it is written in a demonstration. */
  static ObjectNode parsed(String text) {
    try {
      return (ObjectNode) JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Posts and returns the body of a 200; {@link DemoFailedException} on anything else. */
  JsonNode post(String path, Credential credential, JsonNode body) throws InterruptedException {
    return answer(OK, Call.of("POST", path, credential, body));
  }

  /** The same of a change that is in force when it is answered. */
  JsonNode put(String path, Credential credential, JsonNode body) throws InterruptedException {
    return answer(OK, Call.of("PUT", path, credential, body));
  }

  /** The same of a provider's request, whose body counts to the byte. */
  JsonNode webhook(Call call) throws InterruptedException {
    return answer(OK, call);
  }

  /** The body of a 200, whatever it is; {@link DemoFailedException} on anything else. */
  String text(Call call) throws InterruptedException {
    return body(OK, call);
  }

  /** The same of an event that is answered 202. */
  JsonNode event(String path, Credential credential, JsonNode body) throws InterruptedException {
    return event(Call.of("POST", path, credential, body));
  }

  /** The same of an event that is no plain post. */
  JsonNode event(Call call) throws InterruptedException {
    return answer(ACCEPTED, call);
  }

  /** {@link DemoFailedException} when an answer is another one. */
  static void require(JsonNode answer, JsonNode wanted) {
    if (!answer.equals(wanted)) {
      throw new DemoFailedException("expected the answer " + wanted + " but it was " + answer);
    }
  }

  private JsonNode answer(int status, Call call) throws InterruptedException {
    String body = body(status, call);
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new DemoFailedException(call + " was answered without JSON");
    }
  }

  private String body(int status, Call call) throws InterruptedException {
    try {
      HttpResponse<String> response =
          http.send(call.to(base, LIMIT), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != status) {
        throw new DemoFailedException(
            call + " was answered " + response.statusCode() + ' ' + response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw new DemoFailedException(call + " failed: " + e);
    }
  }
}
