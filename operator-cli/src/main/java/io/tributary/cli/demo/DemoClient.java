package io.tributary.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
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

  DemoClient(URI base, String adminToken, String serviceToken, InstantSource clock) {
    this.base = base;
    this.adminToken = adminToken;
    this.serviceToken = serviceToken;
    this.clock = clock;
  }

  /** Who sends: a header and its value. */
  record Credential(String header, String value) {

    @Override
    public String toString() {
      return header;
    }
  }

  /** What operators send. */
  Credential admin() {
    return new Credential("Authorization", "Bearer " + adminToken);
  }

  /** What applications send. */
  Credential service() {
    return new Credential("Authorization", "Bearer " + serviceToken);
  }

  Instant now() {
    return clock.instant();
  }

  /** An empty object to fill. */
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
    return post(OK, path, credential, body);
  }

  /** The same of an event that is answered 202. */
  JsonNode event(String path, Credential credential, JsonNode body) throws InterruptedException {
    return post(ACCEPTED, path, credential, body);
  }

  private JsonNode post(int status, String path, Credential credential, JsonNode body)
      throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(LIMIT)
            .header("Content-Type", "application/json")
            .header(credential.header(), credential.value())
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != status) {
        throw new DemoFailedException(
            "POST " + path + " was answered " + response.statusCode() + ' ' + response.body());
      }
      return JSON.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new DemoFailedException("POST " + path + " was answered without JSON");
    } catch (IOException e) {
      throw new DemoFailedException("POST " + path + " failed: " + e);
    }
  }
}
