package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Call;
import io.tributary.cli.client.Credential;
import io.tributary.schemas.topic.Family;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A fleet of devices that register and send batches of readings. Some repeat a batch whose answer
 * they have lost, some register again with newer firmware, and some are away for a while and then
 * send at once what has gathered.
 */
final class DevicesTraffic implements Traffic {

  private static final int DEVICES = 24;
  private static final int MOST_READINGS = 8;
  private static final int MOST_MISSED_TURNS = 6;

  /** Of a hundred turns those below this one, and not below the one before, are of that kind. */
  private static final int AWAY = 4;

  private static final int REPEAT = 20;
  private static final int FIRMWARE = 23;
  private static final String KEYS = "/v1/admin/api-keys";

  private final Run run;
  private final Credential admin;
  private final SplittableRandom chance;
  private final List<Device> fleet;
  private Credential key = Credential.apiKey("");
  private String keyId = "";

  DevicesTraffic(Run run, Credential admin, SplittableRandom chance) {
    this.run = run;
    this.admin = admin;
    this.chance = chance;
    this.fleet =
        IntStream.range(0, DEVICES * run.size()).mapToObj(index -> new Device(run, index)).toList();
  }

  @Override
  public Family family() {
    return Family.DEVICES;
  }

  @Override
  public void prepare(Gateway gateway) throws InterruptedException {
    JsonNode made =
        gateway.require(Call.of("POST", KEYS, admin, Run.object().put("description", run.name())));
    key = Credential.apiKey(made.path("api_key").asText());
    keyId = made.path("key_id").asText();
  }

  @Override
  public List<Action> turn() {
    Device device = fleet.get(chance.nextInt(fleet.size()));
    if (device.firmware == 0) {
      return List.of(registration(device));
    }
    int kind = chance.nextInt(100);
    if (device.missedTurns > 0 || kind < AWAY) {
      return away(device);
    }
    if (kind < REPEAT && !device.latest.isEmpty()) {
      return List.of(batch(device, device.latest));
    }
    if (kind < FIRMWARE) {
      return List.of(registration(device));
    }
    return List.of(batch(device, readings(device)));
  }

  /** Nothing, until the device is back and sends all that it has missed. */
  private List<Action> away(Device device) {
    if (device.missedTurns == 0) {
      device.missedTurns = 2 + chance.nextInt(MOST_MISSED_TURNS - 1);
    }
    device.gathered.add(readings(device));
    device.missedTurns--;
    if (device.missedTurns > 0) {
      return List.of();
    }
    List<Action> burst = device.gathered.stream().map(batch -> batch(device, batch)).toList();
    device.gathered.clear();
    return burst;
  }

  private Action registration(Device device) {
    device.firmware++;
    String firmware = "1.0." + device.firmware;
    ObjectNode body =
        device.identity().put("firmware_version", firmware).put("friendly_name", device.name());
    ObjectNode capabilities = body.putObject("capabilities");
    capabilities.putArray("sensors").add("bme280");
    capabilities.putObject("features").put("offline_buffering", true);
    return Action.of(
        family(),
        device.hardwareId,
        Call.of("POST", "/v1/devices/register", key, body),
        answer -> device.registered(firmware, answer.path("confirmation_id").asText()),
        device::lost);
  }

  private Action batch(Device device, List<ObjectNode> readings) {
    device.latest = readings;
    ObjectNode body = Run.object();
    ArrayNode array = body.putArray("readings");
    readings.forEach(array::add);
    return Action.of(
        family(),
        device.hardwareId,
        Call.of("POST", "/v1/devices/data", key, body),
        answer -> readings.forEach(device::stored),
        device::lost);
  }

  private List<ObjectNode> readings(Device device) {
    List<ObjectNode> readings = new ArrayList<>();
    int count = 1 + chance.nextInt(MOST_READINGS);
    for (int index = 0; index < count; index++) {
      ObjectNode reading = device.reading();
      ObjectNode sensors = reading.putObject("sensors");
      sensors.put("bme280_temp_c", BigDecimal.valueOf(1500 + chance.nextInt(1500), 2));
      sensors.put("humidity_pct", BigDecimal.valueOf(300 + chance.nextInt(500), 1));
      reading.putObject("sensor_status").put("bme280", "ok");
      readings.add(reading);
    }
    return readings;
  }

  @Override
  public void end(Gateway gateway) throws InterruptedException {
    gateway.require(Call.of("DELETE", KEYS + '/' + keyId, admin));
  }

  @Override
  public List<Partition> expected(Tables tables) {
    List<Partition> all = new ArrayList<>();
    all.add(
        single(
            "api_keys",
            "key_id",
            keyId,
            Run.object().put("description", run.name()).put("is_active", false)));
    for (Device device : fleet) {
      if (!device.unknown) {
        all.addAll(device.expected());
      }
    }
    return all;
  }

  @Override
  public long unknown() {
    return fleet.stream().filter(device -> device.unknown).count();
  }

  private static Partition single(String table, String key, String value, ObjectNode attributes) {
    return new Partition(
        Family.DEVICES, table, key, value, key, found -> Map.of(value, attributes));
  }

  /** A device, what it has planned, and what was accepted of it. */
  private static final class Device {

    private static final String HARDWARE_ID = "hardware_id";
    private static final String BATCH_ID = "batch_id";
    private static final long STEP_MS = 10_000;

    private final Run run;
    private final int index;
    private final String hardwareId;
    private final String bootId;
    private final Map<String, ObjectNode> stored = new LinkedHashMap<>();
    private final List<List<ObjectNode>> gathered = new ArrayList<>();
    private ObjectNode registration = Run.object();
    private List<ObjectNode> latest = List.of();
    private int firmware;
    private int missedTurns;
    private long readings;
    private boolean unknown;

    Device(Run run, int index) {
      this.run = run;
      this.index = index;
      String id = run.id();
      this.hardwareId =
          String.format(
                  Locale.ROOT,
                  "02:%s:%s:%s:%02x:%02x",
                  id.substring(0, 2),
                  id.substring(2, 4),
                  id.substring(4, 6),
                  index / 256,
                  index % 256)
              .toUpperCase(Locale.ROOT);
      this.bootId = String.format(Locale.ROOT, "7c9e6679-7425-40de-944b-%012x", index);
    }

    String name() {
      return "device " + index;
    }

    ObjectNode identity() {
      return Run.object().put(HARDWARE_ID, hardwareId).put("boot_id", bootId);
    }

    /** The next one, each ten seconds older than the one before. */
    ObjectNode reading() {
      readings++;
      return identity()
          .put(BATCH_ID, hardwareId + '_' + run.id() + '_' + readings)
          .put("timestamp_ms", run.start().toEpochMilli() - STEP_MS * readings)
          .put("firmware_version", "1.0." + firmware);
    }

    void registered(String version, String confirmationId) {
      registration =
          Run.object()
              .put("firmware_version", version)
              .put("last_boot_id", bootId)
              .put("friendly_name", name())
              .put("confirmation_id", confirmationId);
    }

    void stored(ObjectNode reading) {
      String sort =
          String.format(
              Locale.ROOT,
              "%013d#%s",
              reading.path("timestamp_ms").asLong(),
              reading.path(BATCH_ID).asText());
      stored.put(sort, reading);
    }

    void lost() {
      unknown = true;
    }

    List<Partition> expected() {
      List<Partition> all = new ArrayList<>();
      if (!registration.isEmpty()) {
        all.add(single("devices", HARDWARE_ID, hardwareId, registration));
      }
      all.add(
          new Partition(
              Family.DEVICES,
              "device_readings",
              HARDWARE_ID,
              hardwareId,
              "ts_batch",
              found -> stored));
      for (ObjectNode reading : stored.values()) {
        String batchId = reading.path(BATCH_ID).asText();
        all.add(
            single(
                "processed_batches", BATCH_ID, batchId, Run.object().put(HARDWARE_ID, hardwareId)));
      }
      return all;
    }
  }
}
