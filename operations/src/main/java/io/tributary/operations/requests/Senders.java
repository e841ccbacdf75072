package io.tributary.operations.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.InstantSource;
import java.util.Map;

/**
 * Senders of requests.
 *
 * @param tokens headers of operators and applications
 * @param accounts by provider
 */
public record Senders(
    Map<String, Map<String, String>> tokens,
    Map<String, ProviderAccount> accounts,
    InstantSource clock) {

  /**
   * The request of a step: {@code as} an application, a provider, or a device with its {@code key};
   * {@code send} has method and path, {@code once} an idempotency key.
   */
  public Call call(JsonNode step) {
    String sender = step.path("as").asText();
    JsonNode body = step.path("body");
    ProviderAccount account = accounts.get(sender);
    if (account != null) {
      return account.signed(clock.instant(), body);
    }
    String[] request = step.path("send").asText().split(" ", 2);
    Map<String, String> headers =
        step.has("key")
            ? Call.apiKey(step.path("key").asText())
            : tokens.getOrDefault(sender, Map.of());
    String text = body.isMissingNode() ? "" : JsonTemplate.text(body);
    Call call = new Call(request[0], request[1], headers, text);
    return step.has("once") ? call.with("Idempotency-Key", step.path("once").asText()) : call;
  }
}
