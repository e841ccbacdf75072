package io.tributary.operations.topics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyRevocation;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.FactHeader;
import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.schemas.format.SingleObjectFormat;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordJsonTest {

  private static final SingleObjectFormat FRAMING = SingleObjectFormat.ofReleases();
  private final RecordJson json = new RecordJson(FRAMING);

  private static ConsumerRecord<byte[], byte[]> record(byte @Nullable [] value) {
    RecordHeaders headers = new RecordHeaders();
    headers.add("tributary-fact-id", "f-1".getBytes(UTF_8));
    byte[] key = "02:00:5E:00:53:01".getBytes(UTF_8);
    return new ConsumerRecord<>(
        "devices.readings",
        2,
        7L,
        1704067800000L,
        TimestampType.LOG_APPEND_TIME,
        key.length,
        0,
        key,
        value,
        headers,
        Optional.empty());
  }

  private static String withValue(String value) {
    return "{\"topic\":\"devices.readings\",\"partition\":2,\"offset\":7,"
        + "\"timestamp\":1704067800000,\"key\":\"02:00:5E:00:53:01\","
        + "\"headers\":{\"tributary-fact-id\":\"f-1\"},\"value\":"
        + value
        + "}";
  }

  @Test
  void shouldSayWhichOfSeveralTypesItIs() {
    ApiKeyCommand command =
        ApiKeyCommand.newBuilder()
            .setEnvelope(
                FactEnvelope.newBuilder()
                    .setFactId("f-1")
                    .setAcceptedAtMs(1L)
                    .setRequestId("r-1")
                    .setCaller("admin")
                    .setProducerVersion("0")
                    .build())
            .setKeyId("k-1")
            .setChange(ApiKeyRevocation.newBuilder().build())
            .build();

    assertThat(json.line(record(FRAMING.encode(command))))
        .contains("\"change\":{\"@type\":\"ApiKeyRevocation\"}");
  }

  @Test
  void shouldShowAFactThatWaitsAsItCame() {
    SecretFingerprint inner = new SecretFingerprint("n", "f");
    WaitingFact wait =
        WaitingFact.newBuilder()
            .setTopic("history.events")
            .setPartition(3)
            .setOffset(9L)
            .setAwaited("m-1")
            .setAcceptedAtMs(1704067800000L)
            .setKey("org#user#thread")
            .setValue(ByteBuffer.wrap(FRAMING.encode(inner)))
            .setHeaders(
                List.of(
                    new FactHeader("tributary-fact-id", ByteBuffer.wrap("f-9".getBytes(UTF_8))),
                    new FactHeader("binary", ByteBuffer.wrap(new byte[] {(byte) 0xC3, 0x28})),
                    new FactHeader("none", null)))
            .build();

    assertThat(json.line(record(FRAMING.encode(wait))))
        .isEqualTo(
            withValue(
                "{\"topic\":\"history.events\",\"partition\":3,\"offset\":9,"
                    + "\"awaited\":\"m-1\",\"accepted_at_ms\":1704067800000,"
                    + "\"key\":\"org#user#thread\",\"value\":"
                    + "{\"@type\":\"SecretFingerprint\",\"name\":\"n\",\"fingerprint\":\"f\"},"
                    + "\"headers\":[{\"name\":\"tributary-fact-id\",\"value\":\"f-9\"},"
                    + "{\"name\":\"binary\",\"value\":{\"base64\":\"wyg=\"}},"
                    + "{\"name\":\"none\",\"value\":null}]}"));
  }

  @Test
  void shouldPrintUndecodableValuesInBase64() {
    assertThat(json.line(record("not avro at all".getBytes(UTF_8))))
        .isEqualTo(withValue("{\"base64\":\"bm90IGF2cm8gYXQgYWxs\"}"));
  }

  @Test
  void shouldShowATombstone() {
    assertThat(json.line(record(null))).isEqualTo(withValue("null"));
  }
}
