package io.tributary.sink.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.item.DynamoNumber;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.devices.DevicesFamily;
import io.tributary.sink.item.Item;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.VersionedDelete;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ItemRouteTest {

  private static final SingleObjectFormat FRAMING = SingleObjectFormat.ofReleases();
  private static final String KEY = "AA:BB:CC:DD:EE:FF/1704067800000#batch-1";

  private final ItemRoute<?, ?> route = route("devices.readings");

  @Test
  void shouldReadTablesOfDevices() {
    assertThat(SinkPipeline.topics(EnumSet.allOf(Family.class)))
        .extracting(Object::toString)
        .contains("devices.readings", "devices.devices", "devices.api-keys");
  }

  @Test
  void shouldTurnAReadingIntoItsWrite() {
    Decoded decoded = decode(KEY, FRAMING.encode(reading().build()));

    assertThat(decoded).isInstanceOf(Decoded.Write.class);
    assertThat(((Decoded.Write) decoded).write()).isInstanceOf(ClaimedPut.class);
  }

  @Test
  void shouldNameTheUnreadablePart() {
    byte[] value = FRAMING.encode(reading().build());

    assertThat(decode(null, value)).isEqualTo(undecodable("key is absent"));
    assertThat(decode(KEY, null)).isEqualTo(undecodable("value is absent"));
    assertThat(decode("nonsense", value))
        .isEqualTo(undecodable("key: a reading's key must be hardware_id/ts_batch"));
    assertThat(decode("AA:BB:CC:DD:EE:FF/1704067800001#batch-1", value))
        .isEqualTo(undecodable("key: is not the one that the value implies"));
    assertThat(route.decode(FRAMING, new byte[] {(byte) 0xff}, value))
        .isEqualTo(undecodable("key: not UTF-8"));
    assertThat(decode(KEY, new byte[] {1, 2, 3}))
        .isEqualTo(undecodable("value: no single-object header"));
  }

  @Test
  void shouldNameTheItemsOfAnUnreadableValue() {
    ItemRoute<?, ?> devices = route("devices.devices");
    byte[] key = "AA:BB:CC:DD:EE:FF".getBytes(StandardCharsets.UTF_8);

    assertThat(devices.decode(FRAMING, key, new byte[] {1, 2, 3}))
        .isEqualTo(
            new Decoded.Unwritable(
                new Failure(FailureCode.RECORD_UNDECODABLE, "value: no single-object header"),
                Optional.of(
                    new VersionedDelete(
                        "devices", Item.of(Map.of("hardware_id", "AA:BB:CC:DD:EE:FF")), 0))));
  }

  @Test
  void shouldNotDecodeTheBytesOfAnotherType() {
    byte[] sensors = FRAMING.encode(Sensors.newBuilder().build());

    assertThat(decode(KEY, sensors)).isInstanceOf(Decoded.Unwritable.class);
  }

  @Test
  void shouldLeaveRecordsOfUnavailableSchemas() {
    ValueFormat away =
        new ValueFormat() {
          @Override
          public byte[] encode(SpecificRecordBase value) {
            return FRAMING.encode(value);
          }

          @Override
          public <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes) {
            throw new SchemaUnavailableException("the registry is away", null);
          }

          @Override
          public GenericRecord decodeAny(byte[] bytes) {
            throw new SchemaUnavailableException("the registry is away", null);
          }
        };
    byte[] key = KEY.getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> route.decode(away, key, FRAMING.encode(reading().build())))
        .isInstanceOf(SchemaUnavailableException.class);
  }

  @Test
  void shouldRejectRecordsThatNoItemHolds() {
    Sensors sensors = Sensors.newBuilder().setHumidityPct("1E+200").build();

    assertThat(decode(KEY, FRAMING.encode(reading().setSensors(sensors).build())))
        .isEqualTo(
            new Decoded.Unwritable(
                new Failure(FailureCode.ITEM_REJECTED, "humidity_pct " + DynamoNumber.RULE)));
  }

  private static ItemRoute<?, ?> route(String topic) {
    return new DevicesFamily()
        .routes().stream()
            .filter(route -> route.topic().name().equals(topic))
            .findFirst()
            .orElseThrow();
  }

  private Decoded decode(@Nullable String key, byte @Nullable [] value) {
    return route.decode(FRAMING, key == null ? null : key.getBytes(StandardCharsets.UTF_8), value);
  }

  private static Decoded undecodable(String reason) {
    return new Decoded.Unwritable(new Failure(FailureCode.RECORD_UNDECODABLE, reason));
  }

  private static DeviceReading.Builder reading() {
    return DeviceReading.newBuilder()
        .setHardwareId("AA:BB:CC:DD:EE:FF")
        .setTimestampMs(1_704_067_800_000L)
        .setBatchId("batch-1")
        .setBootId("7c9e6679-7425-40de-944b-e07fc1f90ae7")
        .setFirmwareVersion("1.0.16")
        .setSensors(Sensors.newBuilder().build())
        .setSensorStatus(SensorStatus.newBuilder().build())
        .setReceivedAtMs(1_705_328_520_000L)
        .setBatchExpirationTimeS(1_707_920_520L);
  }
}
