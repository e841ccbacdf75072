package io.tributary.traffic.devices;

import io.tributary.schemas.topic.Family;
import io.tributary.traffic.Contents;
import io.tributary.traffic.Credentials;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.Model;
import io.tributary.traffic.Traffic;
import io.tributary.traffic.avro.Fields;
import io.tributary.traffic.avro.SingleObject;
import io.tributary.traffic.check.Items;
import io.tributary.traffic.check.Violations;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;

/** The model of the devices family. */
public final class DevicesModel implements Model {

  private static final String READINGS = "device_readings";
  private static final String BATCHES = "processed_batches";
  private static final String DEVICES = "devices";
  private static final String KEYS = "api_keys";
  private static final String EXPIRY = "expiration_time";

  @Override
  public Family family() {
    return Family.DEVICES;
  }

  @Override
  public Traffic traffic(long seed, String run, Credentials credentials, InstantSource clock) {
    return new DevicesTraffic(seed, run, credentials, clock);
  }

  @Override
  public Map<String, Map<List<Object>, Map<String, Object>>> items(Contents contents) {
    DevicesFold fold = new DevicesFold(contents);
    return items(fold, fold.outcomes(contents));
  }

  private static Map<String, Map<List<Object>, Map<String, Object>>> items(
      DevicesFold fold, List<Claims.Outcome> outcomes) {
    Map<List<Object>, Map<String, Object>> readings = new HashMap<>();
    Map<List<Object>, Map<String, Object>> batches = new HashMap<>();
    for (Claims.Outcome outcome : outcomes) {
      readings.putAll(outcome.stored());
      batches.put(List.of(outcome.owner().batchId()), outcome.owner().batchItem());
    }
    return Map.of(
        READINGS,
        readings,
        BATCHES,
        batches,
        DEVICES,
        fold.devices.items(List.of("last_seen_at", "gsi1sk")),
        KEYS,
        fold.keys.items(List.of("last_used_at")));
  }

  @Override
  public List<String> violations(Contents contents, Collection<Delivery> deliveries) {
    Violations violations = new Violations();
    DevicesFold fold = new DevicesFold(contents);
    List<Claims.Outcome> outcomes = fold.outcomes(contents);
    outcomes.forEach(
        outcome ->
            outcome
                .refused()
                .forEach(record -> fold.deadLetters.expect(record, DevicesFold.REUSED)));
    DevicesRequests.check(fold, deliveries, violations);
    checkReadings(contents, fold, violations);
    checkOutcomes(contents, fold, violations);
    Map<List<Object>, Long> devices =
        fold.devices.check(contents, "devices.devices", "Device", "last_seen_at", violations);
    Map<List<Object>, Long> keys =
        fold.keys.check(contents, "devices.api-keys", "ApiKey", "last_used_at", violations);
    items(fold, outcomes)
        .forEach(
            (table, expected) -> {
              Items found = Items.read(contents, table);
              found.compare(expected, EXPIRY, contents, violations);
              found.compareRevs(table.equals(DEVICES) ? devices : keys, violations);
            });
    fold.deadLetters.check(contents, Family.DEVICES, violations);
    return violations.lines();
  }

  /** Readings of each device once, in the order of its batches, under their keys. */
  private static void checkReadings(Contents contents, DevicesFold fold, Violations violations) {
    Map<String, List<Reading>> found = new HashMap<>();
    for (LogRecord record : contents.topic("devices.readings")) {
      Optional<Reading> reading =
          SingleObject.decode(record, "DeviceReading").map(Reading::ofRecord);
      if (reading.filter(each -> each.recordKey().equals(record.key())).isEmpty()) {
        violations.add(record.place() + " is no reading of " + record.key());
      }
      reading.ifPresent(
          each -> found.computeIfAbsent(each.device(), any -> new ArrayList<>()).add(each));
    }
    violations.compare("devices.readings", fold.readings, found);
  }

  /** What was decided about each command, told once. */
  private static void checkOutcomes(Contents contents, DevicesFold fold, Violations violations) {
    Map<String, String> found = new HashMap<>();
    for (LogRecord record : contents.topic("devices.outcomes")) {
      Optional<GenericRecord> outcome = SingleObject.decode(record, "CommandOutcome");
      if (outcome.isEmpty()) {
        violations.add(record.place() + " is no CommandOutcome");
        continue;
      }
      String decision = Fields.text(outcome.get(), "decision");
      String id = Fields.text(outcome.get(), "command_id");
      String told = decision.equals("REJECTED") ? Fields.text(outcome.get(), "code") : decision;
      if (found.put(id, told) != null) {
        violations.add(record.place() + ": another outcome of " + id);
      }
    }
    violations.compare("devices.outcomes", fold.decisions, fold.oldDecisions, found);
  }

  @Override
  public Map<String, Integer> tally(Contents contents) {
    DevicesFold fold = new DevicesFold(contents);
    fold.outcomes(contents)
        .forEach(outcome -> outcome.refused().forEach(any -> fold.tally.add(DevicesFold.REUSED)));
    return fold.tally.counts();
  }
}
