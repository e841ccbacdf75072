package io.tributary.schemas.framing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.avro.envelope.SeenMessage;
import io.tributary.avro.tenants.InboundMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;

final class SingleObjectFramingTest {

  private final SingleObjectFraming framing = SingleObjectFraming.ofReleases();

  @Test
  void shouldWriteMarkerFingerprintAndBinaryValue() {
    byte[] bytes = framing.encode(new SecretFingerprint("api.key.pepper", "ab12"));

    String hex = HexFormat.of().formatHex(bytes);
    assertThat(hex).startsWith("c301");
    assertThat(hex.substring(20)).isEqualTo("1c6170692e6b65792e706570706572" + "0861623132");
  }

  @Test
  void shouldReadBackWhatItWrote() {
    ApiKey key =
        ApiKey.newBuilder()
            .setKeyId("0b9c2f2e-4a52-4f0a-9a53-6f2f7f0f6a11")
            .setApiKeyHash("ab")
            .setCreatedAt(1L)
            .setIsActive(true)
            .setRev(7L)
            .build();

    assertThat(framing.decode(ApiKey.class, framing.encode(key))).isEqualTo(key);
    GenericRecord any = framing.decodeAny(framing.encode(key));
    assertThat(any.get("key_id").toString()).isEqualTo("0b9c2f2e-4a52-4f0a-9a53-6f2f7f0f6a11");
    assertThat(any.get("last_used_at")).isNull();
  }

  /** Stores and topics hold what the release before wrote, of types that had other names there. */
  @Test
  void shouldReadWhatWasWrittenUnderTheNamesOfBefore() {
    Schema seen = released("io.tributary.avro.tenants.SeenMessage");
    GenericRecord old = new GenericData.Record(seen);
    old.put("scope", "acme#tg-1");
    old.put("message_id", "m1");
    old.put("expires_at", 7L);
    assertThat(framing.decode(SeenMessage.class, framed(seen, old)))
        .isEqualTo(new SeenMessage("acme#tg-1", "m1", 7L));

    Schema inbound = released("io.tributary.avro.tenants.InboundMessage");
    SpecificRecordBase written =
        new RandomValues(7).record(SpecificData.get().getSchema(InboundMessage.class));
    GenericRecord message = new GenericData.Record(inbound);
    inbound.getFields().forEach(field -> message.put(field.name(), written.get(field.pos())));
    Schema file = inbound.getField("attachments").schema().getElementType();
    assertThat(file.getFullName()).isEqualTo("io.tributary.avro.tenants.Attachment");
    GenericRecord attachment = new GenericData.Record(file);
    attachment.put("kind", "image");
    attachment.put("size", 5L);
    message.put("attachments", List.of(attachment, attachment));
    assertThat(framing.decode(InboundMessage.class, framed(inbound, message)).getAttachments())
        .hasSize(2)
        .allMatch(read -> read.getKind().equals("image") && read.getSize() == 5L);
  }

  private static Schema released(String name) {
    String path = "/released/0.3.0/" + name + ".avsc";
    try (InputStream stream = SingleObjectFramingTest.class.getResourceAsStream(path)) {
      return new Schema.Parser().parse(stream);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] framed(Schema schema, GenericRecord value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      new BinaryMessageEncoder<GenericRecord>(GenericData.get(), schema).encode(value, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Test
  void shouldRefuseASchemaThatNoReleaseHad() {
    byte[] bytes = framing.encode(new SecretFingerprint("a", "b"));
    bytes[5] ^= 1;

    assertThatThrownBy(() -> framing.decode(SecretFingerprint.class, bytes))
        .isInstanceOf(UndecodableException.class);
    assertThatThrownBy(() -> framing.decodeAny(bytes))
        .isInstanceOf(UndecodableException.class)
        .hasMessageContaining("no released schema has fingerprint");
  }

  @Test
  void shouldRefuseALengthThatNoRecordHasWithoutMakingRoomForIt() {
    byte[] good = framing.encode(new SecretFingerprint("a", "b"));
    byte[] poison = Arrays.copyOf(good, 10 + 5);
    // zigzag of 2,000,000,000
    byte[] length = HexFormat.of().parseHex("80d0acf30e");
    System.arraycopy(length, 0, poison, 10, length.length);

    assertThatThrownBy(() -> framing.decode(SecretFingerprint.class, poison))
        .isInstanceOf(UndecodableException.class);
    assertThatThrownBy(() -> framing.decodeAny(poison)).isInstanceOf(UndecodableException.class);
  }

  @Test
  void shouldRefuseGarbageWithNothingButItsOwnException() {
    long seed = 20_261_121L;
    Random random = new Random(seed);
    byte[] good =
        framing.encode(
            FactEnvelope.newBuilder()
                .setFactId("f")
                .setAcceptedAt(1)
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
        framing.decode(SecretFingerprint.class, bytes);
      } catch (UndecodableException expected) {
        assertThat(expected.reason()).isNotBlank();
      }
    }
  }
}
