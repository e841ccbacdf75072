package io.tributary.gateway.devices;

import io.tributary.avro.devices.BatchReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.TextRule;
import io.tributary.schemas.key.KeyPart;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/** Reads {@code {"readings":[…]}}. */
final class ReadingsReader {

  private static final String READINGS = "readings";
  private static final int MOST_READINGS = 100;
  private static final long EARLIEST_MS = 946_684_800_000L;
  private static final long LATEST_MS = 4_102_444_800_000L;
  private static final TextRule BATCH_ID = TextRule.key(KeyPart.BATCH_ID);
  private static final TextRule STATUS = TextRule.length(0, 64);
  private static final int MOST_SENSORS = 100;
  private static final int LONGEST_SENSOR = 64;
  private static final BitSet OF_SENSORS = ofSensors();
  private static final TextRule SENSOR =
      TextRule.value("must have 1 to 64 letters, digits, _ or -", ReadingsReader::isSensor);

  private ReadingsReader() {}

  static List<IncomingReading> read(JsonObject body) {
    int size = body.size(READINGS);
    if (size > MOST_READINGS) {
      throw body.violation(
          ErrorCode.BATCH_SIZE_EXCEEDED,
          READINGS,
          "must hold at most " + MOST_READINGS + " readings");
    }
    if (size == 0) {
      throw body.violation(
          ErrorCode.INVALID_VALUE, READINGS, "must hold 1 to " + MOST_READINGS + " readings");
    }
    List<IncomingReading> readings = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      readings.add(reading(body.element(READINGS, i)));
    }
    return readings;
  }

  private static IncomingReading reading(JsonObject object) {
    BatchReading reading = new BatchReading();
    reading.setBatchId(object.text("batch_id", BATCH_ID));
    String hardwareId = object.text("hardware_id", DeviceRules.HARDWARE_ID);
    reading.setTimestampMs(object.integer("timestamp_ms", EARLIEST_MS, LATEST_MS));
    reading.setBootId(object.text("boot_id", DeviceRules.BOOT_ID));
    reading.setFirmwareVersion(object.text("firmware_version", DeviceRules.FIRMWARE_VERSION));
    reading.setFriendlyName(
        object.optionalText("friendly_name", DeviceRules.FRIENDLY_NAME).orElse(null));
    reading.setSensors(
        filled(new Sensors(), object.numbers("sensors", MOST_SENSORS, SENSOR), Sensors::setOthers));
    reading.setSensorStatus(
        filled(
            new SensorStatus(),
            object.nullableTexts("sensor_status", MOST_SENSORS, SENSOR, STATUS),
            SensorStatus::setOthers));
    return new IncomingReading(hardwareId, reading);
  }

  /** The record with values in the fields of their names, all others in its map. */
  private static <R extends SpecificRecordBase> R filled(
      R record, Map<String, String> values, BiConsumer<R, Map<String, String>> others) {
    Map<String, String> unknown = new HashMap<>();
    values.forEach(
        (name, value) -> {
          Schema.Field field = record.getSchema().getField(name);
          if (field == null || field.schema().getType() == Schema.Type.MAP) {
            unknown.put(name, value);
          } else {
            record.put(field.pos(), value);
          }
        });
    others.accept(record, unknown);
    return record;
  }

  /** By characters, for there are many names in a request. */
  private static boolean isSensor(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (!OF_SENSORS.get(name.charAt(i))) {
        return false;
      }
    }
    return !name.isEmpty() && name.length() <= LONGEST_SENSOR;
  }

  private static BitSet ofSensors() {
    BitSet characters = new BitSet();
    characters.set('a', 'z' + 1);
    characters.set('A', 'Z' + 1);
    characters.set('0', '9' + 1);
    characters.set('_');
    characters.set('-');
    return characters;
  }
}
