package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Workplace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The routes of the family, as an operator and a device call them. */
final class DevicesApi {

  static final String DATA = "/v1/devices/data";
  static final String REGISTER = "/v1/devices/register";
  static final String DEVICES = "/v1/admin/devices";
  static final String API_KEYS = "/v1/admin/api-keys";
  static final Map<String, String> ADMIN =
      Map.of("Authorization", "Bearer " + Workplace.ADMIN_TOKEN);

  private final HttpProbe http;
  private final URI base;

  DevicesApi(HttpProbe http, URI base) {
    this.http = http;
    this.base = base;
  }

  /** Makes an API key and gives the raw key. */
  String newKey() throws IOException {
    Answer answer = createKey("{\"description\":\"made by a test\"}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.json().get("api_key").asText();
  }

  Answer createKey(String body) throws IOException {
    return http.post(base.resolve(API_KEYS), ADMIN, body);
  }

  Answer createKey(String body, String idempotencyKey) throws IOException {
    Map<String, String> headers = new HashMap<>(ADMIN);
    headers.put("Idempotency-Key", idempotencyKey);
    return http.post(base.resolve(API_KEYS), headers, body);
  }

  Answer revokeKey(String keyId) throws IOException {
    return http.delete(base.resolve(API_KEYS + "/" + keyId), ADMIN);
  }

  Answer listKeys(String query) throws IOException {
    return http.get(base.resolve(API_KEYS + query), ADMIN);
  }

  Answer upload(String apiKey, String body) throws IOException {
    return http.post(base.resolve(DATA), Map.of("X-API-Key", apiKey), body);
  }

  Answer register(String apiKey, String body) throws IOException {
    return http.post(base.resolve(REGISTER), Map.of("X-API-Key", apiKey), body);
  }

  /** Renames a device; null takes its name away. */
  Answer rename(String hardwareId, @Nullable String name) throws IOException {
    return putDevice(
        hardwareId, "{\"friendly_name\":" + (name == null ? "null" : '"' + name + '"') + "}");
  }

  Answer putDevice(String hardwareId, String body) throws IOException {
    return http.send(
        "PUT",
        base.resolve(DEVICES + "/" + hardwareId),
        ADMIN,
        HttpRequest.BodyPublishers.ofString(body));
  }

  /** What stands for a raw key wherever keys are kept. */
  static String hash(String rawKey) throws GeneralSecurityException {
    byte[] peppered = (Workplace.PEPPER + rawKey).getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(peppered));
  }
}
