package io.tributary.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.schemas.key.devices.ReadingKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadingKeyPropertyTest {

  private static final KeyCodec<ReadingKey> CODEC = ReadingKey.CODEC;
  private static final String DEVICE = "AA:BB:CC:DD:EE:FF";

  @Test
  void shouldMakeTheDocumentedSortKey() {
    String batch = DEVICE + "_7c9e6679-7425-40de-944b-e07fc1f90ae7_1704067200000_1704067800000";

    assertThat(new ReadingKey(DEVICE, 1_704_067_800_000L, batch).tsBatch())
        .isEqualTo(
            "1704067800000#AA:BB:CC:DD:EE:FF_7c9e6679-7425-40de-944b-e07fc1f90ae7_1704067200000_1704067800000");
    assertThat(new ReadingKey(DEVICE, 946_684_800_000L, "b").tsBatch())
        .isEqualTo("0946684800000#b");
  }

  @Test
  void shouldRoundTripAndKeepDifferentKeysApart() {
    long seed = 4_004L;
    Random random = new Random(seed);
    Map<String, ReadingKey> byText = new HashMap<>();
    for (int round = 0; round < 20_000; round++) {
      ReadingKey key = hostile(random);
      String text = CODEC.encode(key);
      assertThat(CODEC.decode(text)).isEqualTo(key);
      ReadingKey other = byText.put(text, key);
      assertThat(other == null || other.equals(key)).isTrue();
      assertThat(CODEC.partitionKey(key)).isEqualTo(key.hardwareId());
    }
  }

  @Test
  void shouldSortAsTheNumbersDo() {
    Random random = new Random(13L);
    for (int round = 0; round < 5_000; round++) {
      ReadingKey one = hostile(random);
      ReadingKey two = hostile(random);
      if (one.timestampMs() != two.timestampMs()) {
        assertThat(Integer.signum(one.tsBatch().compareTo(two.tsBatch())))
            .isEqualTo(Long.compare(one.timestampMs(), two.timestampMs()));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "AA:BB:CC:DD:EE:FF",
        "AA:BB:CC:DD:EE:FF/1704067800000",
        "AA:BB:CC:DD:EE:FF/1704067800000#",
        "AA:BB:CC:DD:EE:FF/17040678000#x",
        "AA:BB:CC:DD:EE:FF/170406780000x#b",
        "AA:BB:CC:DD:EE:FF/-704067800000#b",
        "aa:BB:CC:DD:EE:FF/1704067800000#b",
        "AA:BB:CC:DD:EE:FF#1704067800000#b",
        "AA:BB:CC:DD:EE:FF/1704067800000#b\n"
      })
  void shouldRefuseInvalidKeys(String text) {
    assertThatThrownBy(() -> CODEC.decode(text)).isInstanceOf(KeyFormatException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "aa:bb:cc:dd:ee:ff",
        "AA-BB-CC-DD-EE-FF",
        "AA:BB:CC:DD:EE",
        "AA:BB:CC:DD:EE:FF\n",
        "AA:BB:CC:DD:EE:FG",
        "XX:XX:XX:XX:XX:XX",
        "\uFF10A:BB:CC:DD:EE:FF"
      })
  void shouldRefuseInvalidMacAddresses(String id) {
    assertThat(KeyPart.HARDWARE_ID.accepts(id)).isFalse();
  }

  @Test
  void shouldTakeBatchIdsOf256PrintableCharactersAndNoMore() {
    assertThat(KeyPart.BATCH_ID.accepts("~".repeat(256))).isTrue();
    assertThat(KeyPart.BATCH_ID.accepts("x".repeat(257))).isFalse();
    assertThat(KeyPart.BATCH_ID.accepts("")).isFalse();
    assertThat(KeyPart.BATCH_ID.accepts("tab\t")).isFalse();
    assertThat(KeyPart.BATCH_ID.accepts("\u00e9")).isFalse();
  }

  @Test
  void shouldTakeOnlyUuidsOfVersion4() {
    assertThat(KeyPart.UUID_V4.accepts("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6")).isTrue();
    assertThat(KeyPart.UUID_V4.accepts("3F0C5A52-9D1E-4B7A-BC34-5E1F7A90B2D6")).isTrue();
    assertThat(KeyPart.UUID_V4.accepts("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2dg")).isFalse();
    assertThat(KeyPart.UUID_V4.accepts("3f0c5a52-9d1e-1b7a-8c34-5e1f7a90b2d6")).isFalse();
    assertThat(KeyPart.UUID_V4.accepts("3f0c5a52-9d1e-4b7a-cc34-5e1f7a90b2d6")).isFalse();
    assertThat(KeyPart.UUID_V4.accepts("3f0c5a529d1e4b7a8c345e1f7a90b2d6")).isFalse();
  }

  /** Keys whose parts are full of the characters that separate them. */
  private static ReadingKey hostile(Random random) {
    StringBuilder device = new StringBuilder();
    for (int i = 0; i < 6; i++) {
      device.append(i == 0 ? "" : ":").append(String.format("%02X", random.nextInt(2)));
    }
    String alphabet = "#/:0A ~";
    StringBuilder batch = new StringBuilder();
    for (int length = 1 + random.nextInt(4); length > 0; length--) {
      batch.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    long timestamp =
        random.nextBoolean() ? random.nextInt(3) : random.nextLong(10_000_000_000_000L);
    return new ReadingKey(device.toString(), timestamp, batch.toString());
  }
}
