package io.tributary.gateway.channel.keys;

import io.tributary.schemas.rule.TextRule;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Fetches pages of providers over HTTP. */
public final class HttpPages {

  private static final Pattern URL =
      Pattern.compile("https://[^/?#]+[^#]*|http://(127\\.0\\.0\\.1|localhost)(:\\d+)?(/[^#]*)?");

  public static final TextRule ADDRESS =
      TextRule.value("must be an https URL, or an http one of this machine", HttpPages::isAddress);

  /** Time from request to last byte; two fit into a request's deadline. */
  private static final Duration ANSWER = Duration.ofSeconds(2);

  /** Ten times some dozens of keys with certificates. */
  private static final long LARGEST = 1024 * 1024;

  private static final int OK = 200;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /** Fetches a page; the future fails after two seconds. */
  public CompletableFuture<byte[]> get(URI address) {
    // The client's own time-outs end with the head of an answer, so that its body could stall
    CompletableFuture<HttpResponse<byte[]>> exchange =
        http.sendAsync(HttpRequest.newBuilder(address).build(), answer -> new BoundedBody(LARGEST));
    return exchange
        .copy()
        .orTimeout(ANSWER.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((answer, failure) -> exchange.cancel(true))
        .thenApply(HttpPages::body);
  }

  public static boolean isAddress(String text) {
    if (!URL.matcher(text).matches()) {
      return false;
    }
    try {
      return URI.create(text).getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static byte[] body(HttpResponse<byte[]> response) {
    if (response.statusCode() != OK) {
      throw new CompletionException(
          new IOException(page(response.uri()) + " answers " + response.statusCode()));
    }
    return response.body();
  }

  /** The address without its query, which may hold a token. */
  private static String page(URI address) {
    return address.getScheme() + "://" + address.getRawAuthority() + address.getRawPath();
  }
}
