package io.tributary.traffic.devices;

import io.tributary.traffic.LogRecord;
import io.tributary.traffic.Request;
import io.tributary.traffic.fake.AvroByName;
import io.tributary.traffic.fake.FakeRun;
import io.tributary.traffic.json.JsonText;
import io.tributary.traffic.json.PlainJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Facts of the family's requests, and the records and items that the model expects of them. */
final class FakeDevices {

  private FakeDevices() {}

  /** A run after all is drained. */
  static FakeRun run(DevicesModel model, long seed) {
    FakeRun run = new FakeRun(model, seed, 100, FakeDevices::handle);
    DevicesFold fold = new DevicesFold(run.contents);
    Map<List<Object>, Long> revs = new HashMap<>();
    fold.readings.values().forEach(list -> list.forEach(reading -> tell(run, reading)));
    fold.devices
        .items(List.of("last_seen_at", "gsi1sk"))
        .forEach((key, item) -> tell(run, key, item, revs));
    fold.keys.items(List.of("last_used_at")).forEach((key, item) -> tell(run, key, item, revs));
    fold.decisions.forEach((id, decision) -> tell(run, id, decision));
    new DevicesFold(run.contents)
        .outcomes(run.contents)
        .forEach(outcome -> outcome.refused().forEach(record -> bury(run, record)));
    model
        .items(run.contents)
        .forEach((table, items) -> items.forEach((key, item) -> run.put(table, key, item, revs)));
    return run;
  }

  private static void bury(FakeRun run, LogRecord record) {
    run.bury("devices.dead-letters", record, DevicesFold.REUSED, "store");
  }

  private static String handle(FakeRun run, Request request) {
    Map<String, Object> fact = new HashMap<>();
    fact.put("envelope", run.envelope(request));
    Map<String, Object> body =
        request.body().isEmpty() ? Map.of() : PlainJson.object(request.body());
    if (request.path().equals(DevicesRequests.DATA)) {
      return batches(run, request, body);
    }
    if (request.path().startsWith(DevicesRequests.KEYS)) {
      boolean making = request.method().equals("POST");
      String keyId =
          making
              ? UUID.nameUUIDFromBytes(new byte[] {(byte) run.deliveries.size()}).toString()
              : request.path().substring(DevicesRequests.KEYS.length() + 1);
      Map<String, Object> creation = new HashMap<>(body);
      creation.put("api_key_hash", "hash of " + keyId);
      fact.put("key_id", keyId);
      fact.put("change", AvroByName.of(making ? "ApiKeyCreation" : "ApiKeyRevocation", creation));
      run.append("devices.api-key-commands", keyId, AvroByName.of("ApiKeyCommand", fact), request);
      Map<String, Object> use = Map.of("envelope", run.envelope(request), "key_id", keyId);
      run.append("devices.api-key-uses", keyId, AvroByName.of("ApiKeyUse", use));
      return new JsonText().text("key_id", keyId).text("api_key", "raw " + keyId).toString();
    }
    boolean renaming = request.method().equals("PUT");
    String device =
        renaming
            ? request.path().substring(DevicesRequests.DEVICES.length())
            : String.valueOf(body.get("hardware_id"));
    Map<String, Object> change = new HashMap<>(body);
    change.put("confirmation_id", "confirmed " + device);
    fact.put("hardware_id", device);
    fact.put("change", AvroByName.of(renaming ? "DeviceRenaming" : "DeviceRegistration", change));
    run.append("devices.device-commands", device, AvroByName.of("DeviceCommand", fact), request);
    return new JsonText()
        .text("hardware_id", device)
        .text("confirmation_id", "confirmed " + device)
        .toString();
  }

  private static String batches(FakeRun run, Request request, Map<String, Object> body) {
    Map<Object, List<Object>> byDevice = new LinkedHashMap<>();
    List<String> ids = new ArrayList<>();
    for (Object each : (List<?>) body.getOrDefault("readings", List.of())) {
      Map<?, ?> reading = (Map<?, ?>) each;
      byDevice
          .computeIfAbsent(String.valueOf(reading.get("hardware_id")), any -> new ArrayList<>())
          .add(reading);
      ids.add(JsonText.quoted(String.valueOf(reading.get("batch_id"))));
    }
    byDevice.forEach(
        (device, readings) -> {
          Map<String, Object> batch = new HashMap<>();
          batch.put("envelope", run.envelope(request));
          batch.put("hardware_id", device);
          batch.put("reading_ttl_seconds", 7_776_000L);
          batch.put("batch_ttl_seconds", 2_592_000L);
          batch.put("readings", readings);
          run.append(
              "devices.batches",
              String.valueOf(device),
              AvroByName.of("DeviceBatch", batch),
              request);
        });
    return new JsonText()
        .raw("acknowledged_batch_ids", JsonText.array(ids))
        .raw("duplicate_batch_ids", "[]")
        .toString();
  }

  private static void tell(FakeRun run, Reading reading) {
    Map<String, Object> record = new HashMap<>(reading.item());
    record.put("received_at", reading.receivedAt());
    record.put("batch_expiration_time", reading.batchExpiry());
    run.append("devices.readings", reading.recordKey(), AvroByName.of("DeviceReading", record));
  }

  /** A device or key as it ends, once without its newest activity. */
  private static void tell(
      FakeRun run, List<Object> key, Map<String, Object> item, Map<List<Object>, Long> revs) {
    boolean device = item.containsKey("hardware_id");
    Map<String, Object> record = new HashMap<>(item);
    if (device) {
      record.put("last_seen_at", item.get("first_registered_at"));
    } else {
      record.remove("last_used_at");
    }
    for (long rev = 1; rev <= 2; rev++) {
      record.put("rev", rev);
      run.append(
          device ? "devices.devices" : "devices.api-keys",
          key.get(0).toString(),
          AvroByName.of(device ? "Device" : "ApiKey", record));
      revs.put(key, rev);
      record.remove("rev");
      if (record.equals(item)) {
        break;
      }
      record = new HashMap<>(item);
    }
  }

  private static void tell(FakeRun run, String commandId, String decision) {
    Map<String, Object> outcome = new HashMap<>();
    outcome.put("command_id", commandId);
    outcome.put("subject", "any");
    outcome.put("decision", decision.equals("APPLIED") ? decision : "REJECTED");
    outcome.put("code", decision.equals("APPLIED") ? null : decision);
    run.append("devices.outcomes", "any", AvroByName.of("CommandOutcome", outcome));
  }
}
