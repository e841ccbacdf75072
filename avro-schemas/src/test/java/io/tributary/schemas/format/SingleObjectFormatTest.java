package io.tributary.schemas.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.SecretFingerprint;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

final class SingleObjectFormatTest {

  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();

  @Test
  void shouldWriteMarkerFingerprintAndBinaryValue() {
    byte[] bytes = format.encode(new SecretFingerprint("api.key.pepper", "ab12"));

    String hex = HexFormat.of().formatHex(bytes);
    assertThat(hex).startsWith("c301");
    assertThat(hex.substring(20)).isEqualTo("1c6170692e6b65792e706570706572" + "0861623132");
  }

  @Test
  void shouldReadItsOwnFiles() {
    ApiKey key =
        ApiKey.newBuilder()
            .setKeyId("0b9c2f2e-4a52-4f0a-9a53-6f2f7f0f6a11")
            .setApiKeyHash("ab")
            .setCreatedAtMs(1L)
            .setIsActive(true)
            .setRev(7L)
            .build();

    assertThat(format.decode(ApiKey.class, format.encode(key))).isEqualTo(key);
    GenericRecord any = format.decodeAny(format.encode(key));
    assertThat(any.get("key_id").toString()).isEqualTo("0b9c2f2e-4a52-4f0a-9a53-6f2f7f0f6a11");
    assertThat(any.get("last_used_at_ms")).isNull();
  }

  @Test
  void shouldRefuseASchemaThatNoReleaseHad() {
    byte[] bytes = format.encode(new SecretFingerprint("a", "b"));
    bytes[5] ^= 1;

    assertThatThrownBy(() -> format.decode(SecretFingerprint.class, bytes))
        .isInstanceOf(UndecodableException.class);
    assertThatThrownBy(() -> format.decodeAny(bytes))
        .isInstanceOf(UndecodableException.class)
        .hasMessageContaining("no released schema has fingerprint");
  }

  @Test
  void shouldRefuseALengthThatNoRecordHasWithoutMakingRoomForIt() {
    byte[] good = format.encode(new SecretFingerprint("a", "b"));
    byte[] poison = Arrays.copyOf(good, 10 + 5);
    // zigzag of 2,000,000,000
    byte[] length = HexFormat.of().parseHex("80d0acf30e");
    System.arraycopy(length, 0, poison, 10, length.length);

    assertThatThrownBy(() -> format.decode(SecretFingerprint.class, poison))
        .isInstanceOf(UndecodableException.class);
    assertThatThrownBy(() -> format.decodeAny(poison)).isInstanceOf(UndecodableException.class);
  }

  @Test
  void shouldRefuseGarbageWithNothingButItsOwnException() {
    long seed = 20_261_121L;
    Random random = new Random(seed);
    byte[] good =
        format.encode(
            FactEnvelope.newBuilder()
                .setFactId("f")
                .setAcceptedAtMs(1)
                .setRequestId("r")
                .setCaller("c")
                .setProducerVersion("v")
                .build());
    for (int round = 0; round < 5_000; round++) {
      byte[] bytes = Arrays.copyOf(good, random.nextInt(good.length + 4));
      for (int flips = random.nextInt(4); flips > 0 && bytes.length > 0; flips--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        format.decode(SecretFingerprint.class, bytes);
      } catch (UndecodableException expected) {
        assertThat(expected.reason()).isNotBlank();
      }
    }
  }
}
