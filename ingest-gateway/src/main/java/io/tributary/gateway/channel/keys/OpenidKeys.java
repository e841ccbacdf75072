package io.tributary.gateway.channel.keys;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import io.tributary.gateway.channel.keys.SigningKeys.SigningKey;
import io.tributary.gateway.json.JsonBody;
import io.tributary.gateway.json.RequestObject;
import io.tributary.schemas.rule.TextRule;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Fetches the keys of an OpenID configuration. */
public final class OpenidKeys {

  private static final String SAFE = "https";
  private static final int MOST_ENDORSEMENTS = 1024;
  private static final TextRule TEXT = TextRule.printable(1, 1024);

  private final HttpPages pages = new HttpPages();

  /** Keys by id; the future fails after a few seconds. */
  public CompletableFuture<Map<String, SigningKey>> fetch(URI configuration) {
    return CompletableFuture.completedFuture(configuration)
        .thenCompose(pages::get)
        .thenApply(body -> address(configuration, body))
        .thenCompose(pages::get)
        .thenApply(OpenidKeys::keys);
  }

  /** Address of the keys; https if the configuration's is. */
  static URI address(URI configuration, byte[] body) {
    URI keys = URI.create(JsonBody.parse(body).text("jwks_uri", HttpPages.ADDRESS));
    if (!SAFE.equals(keys.getScheme()) && SAFE.equals(configuration.getScheme())) {
      throw new CompletionException(
          new IOException(configuration + " leads to keys without https: " + keys));
    }
    return keys;
  }

  private static Map<String, SigningKey> keys(byte[] body) {
    Map<String, Set<String>> endorsements = endorsements(JsonBody.parse(body));
    Map<String, SigningKey> keys = new HashMap<>();
    try {
      for (JWK key : JWKSet.parse(new String(body, StandardCharsets.UTF_8)).getKeys()) {
        String id = key.getKeyID();
        if (id != null) {
          keys.put(id, new SigningKey(key, Set.copyOf(endorsements.getOrDefault(id, Set.of()))));
        }
      }
    } catch (ParseException e) {
      throw new CompletionException(e);
    }
    return keys;
  }

  /** Endorsements by key id, which the library drops. */
  private static Map<String, Set<String>> endorsements(RequestObject set) {
    Map<String, Set<String>> endorsements = new HashMap<>();
    int size = set.size("keys");
    for (int i = 0; i < size; i++) {
      RequestObject key = set.element("keys", i);
      List<String> listed =
          key.has("endorsements") ? key.texts("endorsements", MOST_ENDORSEMENTS, TEXT) : List.of();
      key.optionalText("kid", TEXT)
          .ifPresent(id -> endorsements.computeIfAbsent(id, any -> new HashSet<>()).addAll(listed));
    }
    return endorsements;
  }
}
