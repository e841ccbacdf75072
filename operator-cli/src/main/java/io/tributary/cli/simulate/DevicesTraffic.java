package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway;
import io.tributary.schemas.topic.Family;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Devices that register, also again with newer firmware, and send batches of readings. Some were
 * away and send several batches at once.
 */
final class DevicesTraffic extends Traffic<DevicesTraffic.Device> {

  private static final String KEYS = "/v1/admin/api-keys";
  private static final String HARDWARE_ID = "hardware_id";
  private static final String BATCH_ID = "batch_id";
  private static final int REGISTRATIONS = 4;
  private static final int BURSTS = 7;
  private static final long STEP_MS = 10_000;

  private final Map<String, String> admin;
  private Map<String, String> key = Call.apiKey("");
  private String keyId = "";

  DevicesTraffic(Run run, SplittableRandom random, Map<String, String> admin) {
    super(Family.DEVICES, run, random, 24);
    this.admin = admin;
  }

  /** A device, with its accepted readings by sort key. */
  static final class Device extends Sender {

    private final String bootId;
    private final Map<String, ObjectNode> readings = new LinkedHashMap<>();
    private int firmware;
    private int planned;
    private String registered = "";

    Device(String hardwareId, String bootId) {
      super(hardwareId);
      this.bootId = bootId;
    }

    String version() {
      return "1.0." + firmware;
    }

    Map<String, String> identity() {
      return Map.of(HARDWARE_ID, id(), "boot_id", bootId, "firmware", version());
    }
  }

  @Override
  Device sender(int number) {
    String hardwareId =
        "02:"
            + run().id().substring(0, 6).replaceAll("..", "$0:")
            + "%02x:%02x".formatted(number / 256, number % 256);
    String bootId = String.format(Locale.ROOT, "7c9e6679-7425-40de-944b-%012x", number);
    return new Device(hardwareId.toUpperCase(Locale.ROOT), bootId);
  }

  @Override
  void prepare(Gateway gateway) throws InterruptedException {
    JsonNode made =
        gateway.require(
            Call.of("POST", KEYS, admin, Run.object().put("description", run().name())));
    key = Call.apiKey(made.path("api_key").asText());
    keyId = made.path("key_id").asText();
  }

  @Override
  void end(Gateway gateway) throws InterruptedException {
    gateway.require(new Call("DELETE", KEYS + '/' + keyId, admin, ""));
  }

  @Override
  List<Action> next(Device device) {
    int kind = random(100);
    if (device.firmware == 0 || kind < REGISTRATIONS) {
      return List.of(registration(device));
    }
    int batches = kind < BURSTS ? 2 + random(5) : 1;
    return Stream.generate(() -> batch(device)).limit(batches).toList();
  }

  private Action registration(Device device) {
    device.firmware++;
    String firmware = device.version();
    return once(
        device,
        Call.of("POST", "/v1/devices/register", key, Run.body("registration", device.identity())),
        answer -> device.registered = firmware);
  }

  private Action batch(Device device) {
    ObjectNode body = Run.object();
    ArrayNode readings = body.putArray("readings");
    for (int count = 1 + random(8); count > 0; count--) {
      readings.add(reading(device));
    }
    return once(
        device,
        Call.of("POST", "/v1/devices/data", key, body),
        answer -> readings.forEach(each -> device.readings.put(sort(each), (ObjectNode) each)));
  }

  /** The next reading, ten seconds older than the one before. */
  private ObjectNode reading(Device device) {
    device.planned++;
    Map<String, Object> values = new HashMap<>(device.identity());
    values.put(BATCH_ID, device.id() + '_' + run().id() + '_' + device.planned);
    values.put("timestamp_ms", run().start().toEpochMilli() - STEP_MS * device.planned);
    values.put("temperature", BigDecimal.valueOf(1500 + random(1500), 2));
    return Run.body("reading", values);
  }

  private static String sort(JsonNode reading) {
    return String.format(
        Locale.ROOT,
        "%013d#%s",
        reading.path("timestamp_ms").asLong(),
        reading.path(BATCH_ID).asText());
  }

  @Override
  List<Partition> expected() {
    List<Partition> all = new ArrayList<>();
    all.add(item("api_keys", "key_id", keyId, Run.object().put("is_active", false)));
    senders().forEach(device -> all.addAll(expected(device)));
    return all;
  }

  private List<Partition> expected(Device device) {
    List<Partition> all = new ArrayList<>();
    if (!device.registered.isEmpty()) {
      ObjectNode attributes = Run.object().put("firmware_version", device.registered);
      all.add(item("devices", HARDWARE_ID, device.id(), attributes));
    }
    all.add(
        new Partition(
            family(),
            "device_readings",
            HARDWARE_ID,
            device.id(),
            "ts_batch",
            found -> device.readings));
    for (ObjectNode reading : device.readings.values()) {
      ObjectNode owner = Run.object().put(HARDWARE_ID, device.id());
      all.add(item("processed_batches", BATCH_ID, reading.path(BATCH_ID).asText(), owner));
    }
    return all;
  }

  private Partition item(String table, String key, String value, ObjectNode attributes) {
    return new Partition(family(), table, key, value, key, found -> Map.of(value, attributes));
  }
}
