package io.tributary.sink.devices;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.devices.Capabilities;
import io.tributary.avro.devices.Device;
import io.tributary.schemas.item.DevicesItems;
import io.tributary.schemas.item.UnstorableException;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.sink.route.ItemRoute;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Items are compared with literals written from the table documents. */
final class StateMappersTest {

  private static final String HARDWARE_ID = "AA:BB:CC:DD:EE:FF";
  private static final String KEY_ID = "9b2f6f0e-3c1d-4a57-8e20-4d6c1b7a9f35";
  private static final String HASH =
      "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8";

  @Test
  void shouldRefuseAKeyThatIsNotTheValues() {
    Device device = device().build();
    ApiKey key = key().build();

    assertThatThrownBy(
            () -> ItemRoute.of(DevicesItems.DEVICE).mapper().map("AA:BB:CC:DD:EE:00", device))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage("is not the one that the value implies");
    assertThatThrownBy(
            () ->
                ItemRoute.of(DevicesItems.API_KEY)
                    .mapper()
                    .map("9b2f6f0e-3c1d-4a57-8e20-4d6c1b7a9f36", key))
        .isInstanceOf(KeyFormatException.class);
  }

  @Test
  void shouldRefuseValuesThatNoItemHolds() {
    ApiKey hashless = key().setApiKeyHash("").build();
    Device ageless = device().setLastSeenAtMs(253_402_300_800_000L).build();

    assertThatThrownBy(() -> ItemRoute.of(DevicesItems.API_KEY).mapper().map(KEY_ID, hashless))
        .isInstanceOf(UnstorableException.class)
        .hasMessage("api_key_hash is the key of an index and empty");
    assertThatThrownBy(() -> ItemRoute.of(DevicesItems.DEVICE).mapper().map(HARDWARE_ID, ageless))
        .isInstanceOf(UnstorableException.class)
        .hasMessage("last_seen_at is not within the years 0000 to 9999");
    for (String name : List.of("", "x".repeat(65_536), "é".repeat(32_768))) {
      Device named =
          device().setCapabilities(new Capabilities(List.of(), Map.of(name, true))).build();
      assertThatThrownBy(() -> ItemRoute.of(DevicesItems.DEVICE).mapper().map(HARDWARE_ID, named))
          .isInstanceOf(UnstorableException.class)
          .hasMessage("names of attributes must have 1 to 65535 bytes");
    }
  }

  private static Device.Builder device() {
    return Device.newBuilder()
        .setHardwareId(HARDWARE_ID)
        .setConfirmationId("550e8400-e29b-41d4-a716-446655440000")
        .setCapabilities(
            new Capabilities(
                List.of("bme280", "ds18b20", "soil_moisture"),
                Map.of("tft_display", true, "offline_buffering", false)))
        .setFirstRegisteredAtMs(1_705_314_600_000L)
        .setLastSeenAtMs(1_705_328_520_999L)
        .setLastBootId("7c9e6679-7425-40de-944b-e07fc1f90ae7")
        .setFirmwareVersion("1.0.16")
        .setFriendlyName("greenhouse-sensor-01")
        .setRev(1_000_000_000_042L);
  }

  private static ApiKey.Builder key() {
    return ApiKey.newBuilder()
        .setKeyId(KEY_ID)
        .setApiKeyHash(HASH)
        .setCreatedAtMs(1_704_873_600_123L)
        .setLastUsedAtMs(1_705_328_520_000L)
        .setIsActive(true)
        .setDescription("Production devices - greenhouse cluster")
        .setRev(1_000_000_000_003L);
  }
}
