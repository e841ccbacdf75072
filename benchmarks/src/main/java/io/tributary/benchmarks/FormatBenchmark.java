package io.tributary.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.schemas.format.SingleObjectFormat;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One typical reading, framed and read again, beside the same reading as JSON. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class FormatBenchmark {

  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();
  private final ObjectMapper json = new ObjectMapper();
  private final DeviceReading reading = reading();
  private final byte[] framed = format.encode(reading);
  private final ObjectNode tree = tree(reading, json);
  private final byte[] text = text(tree, json);

  /** A reading to bytes. */
  @Benchmark
  public byte[] encode() {
    return format.encode(reading);
  }

  /** Bytes to a reading. */
  @Benchmark
  public DeviceReading decode() {
    return format.decode(DeviceReading.class, framed);
  }

  /** The yardstick of encode. */
  @Benchmark
  public byte[] encodeJson() {
    return text(tree, json);
  }

  /** The yardstick of decode. */
  @Benchmark
  public JsonNode decodeJson() throws IOException {
    return json.readTree(text);
  }

  int framedBytes() {
    return framed.length;
  }

  int jsonBytes() {
    return text.length;
  }

  private static DeviceReading reading() {
    return DeviceReading.newBuilder()
        .setHardwareId("24:6F:28:AE:52:7C")
        .setTimestampMs(1_717_236_600_000L)
        .setBatchId(
            "24:6F:28:AE:52:7C_3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6_1717236000000_1717236600000")
        .setBootId("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6")
        .setFirmwareVersion("1.0.16")
        .setFriendlyName("bench-north")
        .setSensors(new Sensors("23.14", "21.88", "51.07", "1009.62", "38.45", Map.of()))
        .setSensorStatus(new SensorStatus("ok", "ok", "ok", Map.of()))
        .setReceivedAtMs(1_717_236_601_234L)
        .setExpirationTimeS(1_725_012_600L)
        .setBatchExpirationTimeS(1_719_828_601L)
        .build();
  }

  private static ObjectNode tree(DeviceReading reading, ObjectMapper json) {
    ObjectNode tree = json.createObjectNode();
    tree.put("hardware_id", reading.getHardwareId());
    tree.put("timestamp_ms", reading.getTimestampMs());
    tree.put("batch_id", reading.getBatchId());
    tree.put("boot_id", reading.getBootId());
    tree.put("firmware_version", reading.getFirmwareVersion());
    tree.put("friendly_name", reading.getFriendlyName());
    ObjectNode sensors = tree.putObject("sensors");
    sensors.put("bme280_temp_c", reading.getSensors().getBme280TempC());
    sensors.put("ds18b20_temp_c", reading.getSensors().getDs18b20TempC());
    sensors.put("humidity_pct", reading.getSensors().getHumidityPct());
    sensors.put("pressure_hpa", reading.getSensors().getPressureHpa());
    sensors.put("soil_moisture_pct", reading.getSensors().getSoilMoisturePct());
    tree.putObject("sensor_status").put("bme280", "ok").put("ds18b20", "ok");
    tree.put("received_at", reading.getReceivedAtMs());
    return tree;
  }

  private static byte[] text(JsonNode tree, ObjectMapper json) {
    try {
      return json.writeValueAsBytes(tree);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
