package io.tributary.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tributary.cli.client.Call;
import io.tributary.cli.client.Credential;
import io.tributary.cli.client.ProviderAccount;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.config.Secret;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Applications and channel providers of the demonstration, which sign their requests. */
public final class DemoSenders implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String SENDGRID = "/v1/channels/sendgrid/main";

  /** JSON in ASCII, as Meta writes it. */
  private static final JsonMapper ASCII =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private static final Map<String, ProviderAccount> ACCOUNTS =
      Map.of(
          "slack",
          ProviderAccount.of(ProviderAccount.SLACK, "main", "fake-slack-signing-secret"),
          "telegram",
          ProviderAccount.of(
              ProviderAccount.TELEGRAM, "de305d54d3b0c0de", "fake-telegram-secret-token"),
          "meta",
          ProviderAccount.of(ProviderAccount.META, "main", "fake-meta-app-secret"),
          "twilio",
          new ProviderAccount(
              ProviderAccount.TWILIO_WHATSAPP,
              "main",
              new Secret("fake-twilio-auth-token"),
              Optional.of("https://demo.example"),
              Optional.of("AC00000000000000000000000000000001")));

  private final HttpClient http = HttpClient.newBuilder().connectTimeout(LIMIT).build();
  private final KeyPair mailKeys = keys();
  private final InstantSource clock;
  private final Path file;
  private URI gateway = URI.create("http://127.0.0.1");
  private Map<String, Credential> credentials = Map.of();

  /** Senders whose accounts are in a temporary file until they are closed. */
  public DemoSenders(InstantSource clock) throws IOException {
    this.clock = clock;
    this.file = Files.createTempFile("tributary-demo-accounts-", ".json");
    StringJoiner accounts = new StringJoiner(",", "{\"accounts\": [", "]}");
    for (ProviderAccount account : ACCOUNTS.values()) {
      accounts.add(
          """
          {"provider": "%s", "account": "%s", "secrets": ["%s"]%s}
          """
              .formatted(
                  account.provider(), account.account(), account.secret().reveal(), more(account)));
    }
    accounts.add(
        """
        {"provider": "sendgrid", "account": "main", "public_keys": ["%s"]}
        """
            .formatted(base64(mailKeys.getPublic().getEncoded())));
    Files.writeString(file, accounts.toString());
  }

  private static String more(ProviderAccount account) {
    return switch (account.provider()) {
      case ProviderAccount.META -> ", \"verify_token\": \"fake-token\"";
      case ProviderAccount.TWILIO_WHATSAPP ->
          ", \"public_url\": \"%s\", \"account_sid\": \"%s\""
              .formatted(account.publicUrl().orElseThrow(), account.accountSid().orElseThrow());
      default -> "";
    };
  }

  public Map<String, String> settings() {
    return Map.of(GatewaySettings.SECRETS_FILE.key(), file.toString());
  }

  void connect(URI address, String adminToken, String serviceToken) {
    gateway = address;
    credentials =
        Map.of("admin", Credential.bearer(adminToken), "service", Credential.bearer(serviceToken));
  }

  /** Sends a step of a script; returns the body of an answer with that status. */
  String send(JsonNode step, int status) throws InterruptedException {
    Call call = call(step);
    try {
      HttpResponse<String> response =
          http.send(call.to(gateway, LIMIT), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != status) {
        throw new DemoFailedException(
            call + " was answered " + response.statusCode() + ' ' + response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw new DemoFailedException(call + " failed: " + e);
    }
  }

  private Call call(JsonNode step) {
    String as = step.path("as").asText();
    JsonNode body = step.path("body");
    return switch (as) {
      case "slack", "telegram", "meta" -> account(as).signed(clock.instant(), ascii(body));
      case "twilio" -> account(as).signed(form(body));
      case "sendgrid" -> mail(body);
      default -> {
        String[] request = step.path("send").asText().split(" ", 2);
        Credential credential =
            Optional.ofNullable(credentials.get(as))
                .orElseGet(() -> Credential.apiKey(step.path("key").asText()));
        Map<String, String> headers =
            step.has("once") ? Map.of("Idempotency-Key", step.path("once").asText()) : Map.of();
        String text = body.isMissingNode() ? "" : body.toString();
        yield new Call(request[0], request[1], credential, headers, text);
      }
    };
  }

  private static ProviderAccount account(String name) {
    return Optional.ofNullable(ACCOUNTS.get(name)).orElseThrow();
  }

  private static String ascii(JsonNode body) {
    try {
      return ASCII.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static SortedMap<String, String> form(JsonNode body) {
    SortedMap<String, String> form = new TreeMap<>();
    body.properties().forEach(field -> form.put(field.getKey(), field.getValue().asText()));
    return form;
  }

  private Call mail(JsonNode lines) {
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.asText()).append("\r\n"));
    String time = Long.toString(clock.instant().getEpochSecond());
    return new Call(
        "POST",
        SENDGRID,
        new Credential("X-Twilio-Email-Event-Webhook-Signature", signature(time + text)),
        Map.of(
            "X-Twilio-Email-Event-Webhook-Timestamp",
            time,
            "Content-Type",
            "multipart/form-data; boundary=demo-boundary"),
        text.toString());
  }

  private String signature(String text) {
    try {
      Signature signer = Signature.getInstance("SHA256withECDSA");
      signer.initSign(mailKeys.getPrivate());
      signer.update(text.getBytes(StandardCharsets.UTF_8));
      return base64(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyPair keys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
  }
}
