package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Workplace;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** The routes of the family, as an operator and a device call them. */
final class DevicesApi {

  static final String DATA = "/v1/devices/data";
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

  Answer revokeKey(String keyId) throws IOException {
    return http.delete(base.resolve(API_KEYS + "/" + keyId), ADMIN);
  }

  Answer listKeys(String query) throws IOException {
    return http.get(base.resolve(API_KEYS + query), ADMIN);
  }

  Answer upload(String apiKey, String body) throws IOException {
    return http.post(base.resolve(DATA), Map.of("X-API-Key", apiKey), body);
  }
}
