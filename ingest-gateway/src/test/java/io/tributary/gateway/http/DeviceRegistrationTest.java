package io.tributary.gateway.http;

import static io.tributary.gateway.kit.SampleDevices.HARDWARE_ID;
import static io.tributary.gateway.kit.SampleDevices.registration;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.devices.DeviceCommand;
import io.tributary.avro.devices.DeviceRegistration;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.LogProducer;
import io.tributary.gateway.kit.TestGateway;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class DeviceRegistrationTest {

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldAppendTheRegistrationAndAnswerIt() throws Exception {
    // When
    ApiClient.Described answer = api.register(registration());

    // Then
    assertThat(answer.status()).isEqualTo(200);
    // printf '24:6F:28:AE:52:7C' | openssl dgst -sha256 -hmac fake-confirmation-key
    // is c8ac2e8e2ab01df6efd9db4da6089862…; version and variant replace 1 and e
    assertThat(answer.body())
        .isEqualTo(
            "{\"status\":\"registered\","
                + "\"confirmation_id\":\"c8ac2e8e-2ab0-4df6-afd9-db4da6089862\","
                + "\"hardware_id\":\"24:6F:28:AE:52:7C\","
                + "\"registered_at\":\"2026-03-01T12:00:00Z\"}");
    assertThat(commands()).hasSize(1);
    DeviceCommand command = commands().get(0);
    assertThat(command.getHardwareId()).isEqualTo("24:6F:28:AE:52:7C");
    assertThat(command.getEnvelope().getAcceptedAtMs()).isEqualTo(1_772_366_400_250L);
    assertThat(command.getEnvelope().getCaller()).isEqualTo("6dd4bbac-29be-4c1a-8a3e-9f3e2d1c0b01");
    DeviceRegistration registration = (DeviceRegistration) command.getChange();
    assertThat(registration.getConfirmationId()).isEqualTo("c8ac2e8e-2ab0-4df6-afd9-db4da6089862");
    assertThat(registration.getBootId()).isEqualTo("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6");
    assertThat(registration.getFirmwareVersion()).isEqualTo("1.0.16");
    assertThat(registration.getFriendlyName()).isEqualTo("bench-north");
    assertThat(registration.getCapabilities().getSensors())
        .containsExactly("bme280", "ds18b20", "soil_moisture");
    assertThat(registration.getCapabilities().getFeatures())
        .containsOnlyKeys("tft_display", "offline_buffering")
        .containsEntry("tft_display", true)
        .containsEntry("offline_buffering", false);
  }

  @Test
  void shouldRegisterWithoutProcessors() throws Exception {
    gateway.stopProcessors();

    ApiClient.Described answer = api.register(registration());

    assertThat(answer.status()).isEqualTo(200);
    assertThat(commands()).hasSize(1);
  }

  @Test
  void shouldAnswer503WhenTheRegistrationIsNotAcknowledged() throws Exception {
    gateway.producer().decide(LogProducer.Answer.TIMED_OUT);

    ApiClient.Described answer = api.register(registration());

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.error()).isEqualTo("UNAVAILABLE");
  }

  @Test
  void shouldNameTheErrorOfARegistration() throws Exception {
    assertRefused("MISSING_FIELD", "hardware_id", "\"hardware_id\":\"24:6F:28:AE:52:7C\",", "");
    assertRefused("INVALID_FORMAT", "hardware_id", "24:6F", "24:6f");
    assertRefused("INVALID_FORMAT", "boot_id", "-4b7a-", "-1b7a-");
    assertRefused("INVALID_VALUE", "firmware_version", "1.0.16", "");
    assertRefused("INVALID_VALUE", "firmware_version", "1.0.16", "x".repeat(1025));
    assertRefused("INVALID_VALUE", "friendly_name", "bench-north", "x".repeat(1025));
    assertRefused("INVALID_FORMAT", "friendly_name", "\"bench-north\"", "7");
    assertRefused("MISSING_FIELD", "capabilities", "capabilities", "capability");
    assertRefused("MISSING_FIELD", "capabilities.sensors", "sensors", "sensor");
    assertRefused("MISSING_FIELD", "capabilities.features", "features", "feature");
    assertRefused("INVALID_FORMAT", "capabilities.sensors", "[\"bme280\",", "{}, \"x\":[");
    assertRefused("INVALID_FORMAT", "capabilities.features.tft_display", ":true", ":1");
    assertRefused("INVALID_FORMAT", "capabilities.features.tft_display", ":true", ":null");
    assertRefused("INVALID_VALUE", "capabilities.features.", "tft_display", "");
    assertRefused(
        "INVALID_FORMAT", "capabilities.features.tft_display", "offline_buffering", "tft_display");

    ApiClient.Described sensor =
        assertRefused("INVALID_FORMAT", "capabilities.sensors[1]", "\"ds18b20\"", "7");
    assertThat(sensor.json().path("index").asInt()).isEqualTo(1);
    assertThat(sensor.json().path("rule").asText()).isEqualTo("must be a string");
    assertThat(commands()).isEmpty();
  }

  @Test
  void shouldLimitCapabilitiesOfADevice() throws Exception {
    String longest = "x".repeat(125);
    assertThat(api.register(capable(100, 100, longest)).status()).isEqualTo(200);

    ApiClient.Described sensors = api.register(capable(101, 0, ""));
    assertThat(sensors.error()).isEqualTo("INVALID_VALUE");
    assertThat(sensors.json().path("field").asText()).isEqualTo("capabilities.sensors");
    ApiClient.Described features = api.register(capable(0, 101, ""));
    assertThat(features.error()).isEqualTo("INVALID_VALUE");
    assertThat(features.json().path("field").asText()).isEqualTo("capabilities.features");
    assertRefused("INVALID_VALUE", "capabilities.sensors[0]", "bme280", "x".repeat(129));
    assertThat(api.register(capable(0, 0, "")).status()).isEqualTo(200);
  }

  private ApiClient.Described assertRefused(String code, String field, String right, String wrong)
      throws Exception {
    ApiClient.Described answer = api.register(registration(HARDWARE_ID).replace(right, wrong));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.error()).isEqualTo(code);
    assertThat(answer.json().path("field").asText()).isEqualTo(field);
    return answer;
  }

  private static String capable(int sensors, int features, String suffix) {
    String names =
        IntStream.range(0, sensors)
            .mapToObj(i -> "\"%03d%s\"".formatted(i, suffix))
            .collect(Collectors.joining(","));
    String flags =
        IntStream.range(0, features)
            .mapToObj(i -> "\"%03d%s\":true".formatted(i, suffix))
            .collect(Collectors.joining(","));
    String body = registration();
    return body.substring(0, body.indexOf("{\"sensors\""))
        + "{\"sensors\":["
        + names
        + "],\"features\":{"
        + flags
        + "}}}";
  }

  private List<DeviceCommand> commands() {
    return gateway.log().values("devices.device-commands").stream()
        .map(value -> gateway.format().decode(DeviceCommand.class, value))
        .toList();
  }
}
