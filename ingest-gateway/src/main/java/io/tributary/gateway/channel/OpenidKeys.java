package io.tributary.gateway.channel;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.StrictJson;
import io.tributary.gateway.json.TextRule;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Fetches the keys that an OpenID configuration leads to. */
final class OpenidKeys {

  /** From a request to the last byte of its answer; two of them fit into a request's deadline. */
  private static final Duration ANSWER = Duration.ofSeconds(2);

  /** Some dozens of keys with their certificates come to a tenth of it. */
  private static final long LARGEST = 1024 * 1024;

  private static final String SAFE = "https";
  private static final int OK = 200;
  private static final int MOST_ENDORSEMENTS = 1024;
  private static final TextRule TEXT = TextRule.printable(1, 1024);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /** The keys by their ids; the future fails when they cannot be had within a few seconds. */
  CompletableFuture<Map<String, SigningKey>> fetch(URI configuration) {
    return CompletableFuture.completedFuture(configuration)
        .thenCompose(this::get)
        .thenApply(body -> address(configuration, body))
        .thenCompose(this::get)
        .thenApply(OpenidKeys::keys);
  }

  /** Where the keys are, which must not be less safe than where that is written. */
  static URI address(URI configuration, byte[] body) {
    URI keys = URI.create(StrictJson.parse(body).text("jwks_uri", ChannelAccountsReader.ADDRESS));
    if (!SAFE.equals(keys.getScheme()) && SAFE.equals(configuration.getScheme())) {
      throw new CompletionException(
          new IOException(configuration + " leads to keys without https: " + keys));
    }
    return keys;
  }

  /** The client's own time-outs end with the head of an answer, so that its body could stall. */
  private CompletableFuture<byte[]> get(URI address) {
    CompletableFuture<HttpResponse<byte[]>> exchange =
        http.sendAsync(HttpRequest.newBuilder(address).build(), answer -> new BoundedBody(LARGEST));
    return exchange
        .copy()
        .orTimeout(ANSWER.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((answer, failure) -> exchange.cancel(true))
        .thenApply(OpenidKeys::body);
  }

  private static byte[] body(HttpResponse<byte[]> response) {
    if (response.statusCode() != OK) {
      throw new CompletionException(
          new IOException(response.uri() + " answers " + response.statusCode()));
    }
    return response.body();
  }

  private static Map<String, SigningKey> keys(byte[] body) {
    Map<String, Set<String>> endorsements = endorsements(StrictJson.parse(body));
    Map<String, SigningKey> keys = new HashMap<>();
    try {
      for (JWK key : JWKSet.parse(new String(body, StandardCharsets.UTF_8)).getKeys()) {
        String id = key.getKeyID();
        if (id != null) {
          keys.put(id, new SigningKey(key, endorsements.getOrDefault(id, Set.of())));
        }
      }
    } catch (ParseException e) {
      throw new CompletionException(e);
    }
    return keys;
  }

  /** By key id; the library knows of no such member. */
  private static Map<String, Set<String>> endorsements(JsonObject set) {
    Map<String, Set<String>> endorsements = new HashMap<>();
    int size = set.size("keys");
    for (int i = 0; i < size; i++) {
      JsonObject key = set.element("keys", i);
      List<String> listed =
          key.has("endorsements") ? key.texts("endorsements", MOST_ENDORSEMENTS, TEXT) : List.of();
      key.optionalText("kid", TEXT)
          .ifPresent(id -> endorsements.computeIfAbsent(id, any -> new HashSet<>()).addAll(listed));
    }
    return endorsements;
  }
}
