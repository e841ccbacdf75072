package io.tributary.gateway.http;

import static io.tributary.gateway.kit.SampleDevices.HARDWARE_ID;
import static io.tributary.gateway.kit.SampleDevices.registration;
import static io.tributary.gateway.kit.SampleReadings.reading;
import static io.tributary.gateway.kit.SampleReadings.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.devices.DeviceBatch;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.TestGateway;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdminDevicesTest {

  @AutoClose
  private final TestGateway gateway = TestGateway.start(HttpLimits.of(Duration.ofSeconds(2)));

  private final ApiClient api = new ApiClient(gateway.port());

  @BeforeEach
  void register() throws Exception {
    api.register(registration());
  }

  @Test
  void shouldTakeTheNameAway() throws Exception {
    ApiClient.Described answer = api.rename(HARDWARE_ID, "{\"friendly_name\":null}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("friendly_name").isNull()).isTrue();
    assertThat(nameOfNextReading()).isNull();
  }

  @Test
  void shouldTakeAnIdWithEscapedColons() throws Exception {
    ApiClient.Described answer = api.rename("24%3A6F%3a28%3AAE%3A52%3A7C", name("roof"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("hardware_id").asText()).isEqualTo("24:6F:28:AE:52:7C");
  }

  @Test
  void shouldAnswer404ForADeviceThatIsUnknownOrNone() throws Exception {
    for (String id : List.of("AA:BB:CC:DD:EE:FF", "24:6f:28:ae:52:7c", "bench", "%20")) {
      ApiClient.Described answer = api.rename(id, name("roof"));
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.error()).isEqualTo("DEVICE_NOT_FOUND");
    }
    // Beside the registration there is one command: that for the device that could be there
    assertThat(gateway.log().values("devices.device-commands")).hasSize(2);
  }

  @Test
  void shouldRefuseANameThatIsNone() throws Exception {
    assertRefused("MISSING_FIELD", "");
    assertRefused("MISSING_FIELD", "{\"friendlyname\":null}");
    assertRefused("INVALID_VALUE", name(""));
    assertRefused("INVALID_VALUE", name("x".repeat(65)));
    assertRefused("INVALID_VALUE", name("caf\u00e9"));
    assertRefused("INVALID_VALUE", name("tab\\t"));
    assertRefused("INVALID_VALUE", name("\u007f"));
    assertRefused("INVALID_FORMAT", "{\"friendly_name\":7}");
    assertThat(nameOfNextReading()).isEqualTo("bench-north");
    assertThat(api.rename(HARDWARE_ID, name("x".repeat(64))).status()).isEqualTo(200);
  }

  private void assertRefused(String code, String body) throws Exception {
    ApiClient.Described answer = api.rename(HARDWARE_ID, body);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.error()).isEqualTo(code);
    assertThat(answer.json().path("field").asText()).isEqualTo("friendly_name");
  }

  private static String name(String name) {
    return "{\"friendly_name\":\"" + name + "\"}";
  }

  private @Nullable String nameOfNextReading() throws Exception {
    api.postReadings(
        request(
            reading("a").replace("\"friendly_name\":\"bench-north\"", "\"friendly_name\":null")));
    List<byte[]> batches = gateway.log().values("devices.batches");
    return gateway
        .format()
        .decode(DeviceBatch.class, batches.get(batches.size() - 1))
        .getReadings()
        .get(0)
        .getFriendlyName();
  }
}
