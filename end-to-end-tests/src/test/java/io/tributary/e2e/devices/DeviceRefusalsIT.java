package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@OnSharedPipeline
final class DeviceRefusalsIT {

  private static final String DEVICE = "24:6F:28:AE:52:90";
  private static final String GOOD = Samples.registration(DEVICE, "fine");

  /** A part of a good registration, what stands there instead, and how that is refused. */
  private record Refused(String part, String replacement, String error, String field) {}

  private final Bench bench;
  private final DevicesApi api;

  DeviceRefusalsIT(Bench bench) {
    this.bench = bench;
    this.api = new DevicesApi(bench.http(), bench.pipeline().http());
  }

  @Test
  void shouldSayWhichFieldOfARegistrationBreaksWhichRule() throws Exception {
    String key = api.newKey();
    long before = bench.topics().length("devices.device-commands");

    for (Refused refused : registrations()) {
      assertThat(GOOD).contains(refused.part());
      Answer answer = api.register(key, GOOD.replace(refused.part(), refused.replacement()));
      check(answer, refused.error(), refused.field());
    }

    check(api.register(key, ""), "MISSING_FIELD", "");
    check(api.register(key, "[]"), "INVALID_FORMAT", "");
    check(api.register(key, "{\"hardware_id\":"), "INVALID_FORMAT", "");
    assertThat(bench.topics().length("devices.device-commands")).isEqualTo(before);
  }

  @Test
  void shouldSayWhatIsWrongWithARenaming() throws Exception {
    String key = api.newKey();
    assertThat(api.register(key, GOOD).status()).isEqualTo(200);

    check(api.rename(DEVICE, ""), "INVALID_VALUE", "friendly_name");
    check(api.rename(DEVICE, "x".repeat(65)), "INVALID_VALUE", "friendly_name");
    check(api.rename(DEVICE, "Gewächshaus"), "INVALID_VALUE", "friendly_name");
    check(api.rename(DEVICE, "two\\nlines"), "INVALID_VALUE", "friendly_name");
    check(api.putDevice(DEVICE, "{\"friendly_name\":7}"), "INVALID_FORMAT", "friendly_name");
    check(api.putDevice(DEVICE, "{}"), "MISSING_FIELD", "friendly_name");

    for (String unknown : List.of("24:6F:28:AE:52:91", "24:6f:28:ae:52:90", "nothing-of-ours")) {
      Answer answer = api.rename(unknown, "nobody");
      assertThat(answer.status()).as(answer.body()).isEqualTo(404);
      assertThat(answer.json().get("error").asText()).isEqualTo("DEVICE_NOT_FOUND");
    }
    assertThat(api.rename(DEVICE, "x".repeat(64)).status()).isEqualTo(200);
  }

  @Test
  void shouldAskForCredentialsBeforeAnythingElse() throws Exception {
    URI base = bench.pipeline().http();
    Answer withoutKey = bench.http().post(base.resolve(DevicesApi.REGISTER), Map.of(), "no JSON");
    assertThat(withoutKey.status()).isEqualTo(401);
    assertThat(withoutKey.json().get("error").asText()).isEqualTo("MISSING_API_KEY");

    Answer wrongKey = api.register("0".repeat(64), "no JSON");
    assertThat(wrongKey.status()).isEqualTo(401);
    assertThat(wrongKey.json().get("error").asText()).isEqualTo("INVALID_API_KEY");
  }

  private static List<Refused> registrations() {
    String boot = "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";
    return List.of(
        new Refused("\"hardware_id\":\"24:6F:28:AE:52:90\",", "", "MISSING_FIELD", "hardware_id"),
        new Refused("24:6F", "24:6f", "INVALID_FORMAT", "hardware_id"),
        new Refused("24:6F:", "24-6F-", "INVALID_FORMAT", "hardware_id"),
        new Refused(":90\"", ":90\\n\"", "INVALID_FORMAT", "hardware_id"),
        new Refused(":90\"", "\"", "INVALID_FORMAT", "hardware_id"),
        new Refused("\"boot_id\":\"" + boot + "\",", "", "MISSING_FIELD", "boot_id"),
        new Refused(boot, boot.replace("-4b7a-", "-1b7a-"), "INVALID_FORMAT", "boot_id"),
        new Refused(boot, "{" + boot + "}", "INVALID_FORMAT", "boot_id"),
        new Refused("\"1.0.16\"", "null", "MISSING_FIELD", "firmware_version"),
        new Refused("\"1.0.16\"", "\"\"", "INVALID_VALUE", "firmware_version"),
        new Refused("\"1.0.16\"", "1.0", "INVALID_FORMAT", "firmware_version"),
        new Refused("\"fine\"", "true", "INVALID_FORMAT", "friendly_name"),
        new Refused("\"capabilities\"", "\"abilities\"", "MISSING_FIELD", "capabilities"),
        new Refused("\"sensors\"", "\"senses\"", "MISSING_FIELD", "capabilities.sensors"),
        new Refused("\"features\"", "\"feats\"", "MISSING_FIELD", "capabilities.features"),
        new Refused("[\"bme280\",\"ds18b20\"]", "{}", "INVALID_FORMAT", "capabilities.sensors"),
        new Refused("\"ds18b20\"", "18", "INVALID_FORMAT", "capabilities.sensors[1]"),
        new Refused(
            "\"ntp_sync\":false",
            "\"ntp_sync\":\"no\"",
            "INVALID_FORMAT",
            "capabilities.features.ntp_sync"),
        new Refused(
            "\"ntp_sync\":false",
            "\"ntp_sync\":null",
            "INVALID_FORMAT",
            "capabilities.features.ntp_sync"));
  }

  private static void check(Answer answer, String error, String field) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.json().path("error").asText()).as(answer.body()).isEqualTo(error);
    assertThat(answer.json().path("message").asText()).isNotBlank();
    assertThat(answer.json().path("request_id").asText()).isNotBlank();
    if (!field.isEmpty()) {
      assertThat(answer.json().path("field").asText()).as(answer.body()).isEqualTo(field);
      assertThat(answer.json().path("rule").asText()).as(answer.body()).isNotBlank();
    }
  }
}
