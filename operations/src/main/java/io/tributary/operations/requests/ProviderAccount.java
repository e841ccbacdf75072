package io.tributary.operations.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.channels.definition.ChannelProvider;
import io.tributary.channels.provider.Provider;
import io.tributary.channels.signature.SignatureScheme;
import io.tributary.operations.OperationException;
import io.tributary.schemas.key.Sha256;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * An account at a channel provider, which signs its requests.
 *
 * @param entry of a gateway's file of accounts
 */
public record ProviderAccount(JsonNode entry) {

  public static final String SLACK = Provider.SLACK.label();
  public static final String META = Provider.META.label();
  public static final String TWILIO_WHATSAPP = Provider.TWILIO_WHATSAPP.label();

  private static final String EXAMPLE = "example";
  private static final int HASH = 16;
  private static final String FORM = "application/x-www-form-urlencoded";

  /** Accounts of a gateway's file that have a secret. */
  public static List<ProviderAccount> all(Path file) {
    try {
      JsonNode accounts = new ObjectMapper().readTree(Files.readAllBytes(file)).path("accounts");
      return StreamSupport.stream(accounts.spliterator(), false)
          .filter(entry -> !entry.path("secrets").path(0).asText().isBlank())
          .map(ProviderAccount::new)
          .toList();
    } catch (IOException e) {
      throw OperationException.invalid("--secrets-file " + file + " cannot be read as JSON");
    }
  }

  /** An entry for each provider that signs with a secret. */
  public static List<Map<String, Object>> examples(String secret) {
    String hash = Sha256.hex(secret).substring(0, HASH);
    return Stream.of(Provider.values())
        .filter(ProviderAccount::isSigning)
        .map(
            provider ->
                Map.of(
                    "provider",
                    provider.label(),
                    "account",
                    provider.definition().accounts().accepts(EXAMPLE) ? EXAMPLE : hash,
                    "public_url",
                    "https://ingest.example.com",
                    "secrets",
                    List.of(secret)))
        .toList();
  }

  public String provider() {
    return text("provider");
  }

  public boolean is(String label) {
    return label.equals(provider());
  }

  /** A member of the entry; empty without it. */
  public String text(String member) {
    return entry.path(member).asText();
  }

  /** True for a provider that signs with a secret. */
  public boolean canSign() {
    return Provider.named(provider()).filter(ProviderAccount::isSigning).isPresent();
  }

  private static boolean isSigning(Provider provider) {
    return provider.definition().signature() instanceof SignatureScheme.Shared;
  }

  /** A signed request, whose members are the form's fields where the provider sends forms. */
  public Call signed(Instant now, JsonNode body) {
    if (!definition().sendsForms()) {
      return signed(now, JsonTemplate.text(body));
    }
    TreeMap<String, String> form = new TreeMap<>();
    body.properties().forEach(field -> form.put(field.getKey(), field.getValue().asText()));
    return signed(now, form);
  }

  /** A signed form. */
  public Call signed(Instant now, SortedMap<String, String> form) {
    String body =
        form.entrySet().stream()
            .map(
                field ->
                    field.getKey()
                        + '='
                        + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    return signed(now, body).with("Content-Type", FORM);
  }

  /**
   * A signed request.
   *
   * @param now time of the signature
   */
  public Call signed(Instant now, String body) {
    if (!(definition().signature() instanceof SignatureScheme.Shared scheme)) {
      throw new IllegalStateException(provider() + " does not sign with a secret");
    }
    Map<String, String> signature =
        scheme.sign(
            entry.path("secrets").path(0).asText().getBytes(StandardCharsets.UTF_8),
            text("public_url") + path(),
            body.getBytes(StandardCharsets.UTF_8),
            now.getEpochSecond());
    return new Call("POST", path(), signature, body);
  }

  private ChannelProvider definition() {
    return Provider.named(provider()).orElseThrow().definition();
  }

  private String path() {
    return "/v1/channels/" + provider() + '/' + text("account");
  }

  @Override
  public String toString() {
    return path();
  }
}
