package io.tributary.gateway.devices;

import io.tributary.avro.devices.BatchReading;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.RecordReader;
import io.tributary.gateway.json.RequestObject;
import io.tributary.schemas.rule.RecordRule;
import io.tributary.schemas.rule.ValueRule.MapRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/** Reads {@code {"readings":[…]}}. */
final class ReadingsReader {

  private static final String READINGS = "readings";
  private static final int MOST_READINGS =
      RecordRule.of(DeviceBatch.getClassSchema()).list(READINGS).most();
  private static final String BATCH_ID = "batch_id";
  private static final RecordReader ID = RecordReader.of(BatchReading.getClassSchema(), BATCH_ID);
  private static final RecordReader REST =
      RecordReader.all(BatchReading.getClassSchema(), BATCH_ID);
  private static final MapRule SENSORS = others(Sensors.getClassSchema());
  private static final MapRule STATUS = others(SensorStatus.getClassSchema());

  private ReadingsReader() {}

  static List<IncomingReading> read(RequestObject body) {
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

  private static IncomingReading reading(RequestObject object) {
    BatchReading reading = ID.read(object, new BatchReading());
    String hardwareId = object.text("hardware_id", DeviceRules.HARDWARE_ID);
    REST.read(object, reading);
    reading.setSensors(
        filled(new Sensors(), object.numbers("sensors", SENSORS), Sensors::setOthers));
    reading.setSensorStatus(
        filled(
            new SensorStatus(),
            object.nullableTexts("sensor_status", STATUS),
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

  /** The rule of a record's map holds for all members, also those with fields of their own. */
  private static MapRule others(Schema record) {
    return RecordRule.of(record).map("others");
  }
}
