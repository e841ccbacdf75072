package io.tributary.traffic.devices;

import static io.tributary.traffic.avro.Fields.acceptedAt;
import static io.tributary.traffic.avro.Fields.inner;
import static io.tributary.traffic.avro.Fields.records;
import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.type;

import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.check.DeadLetters;
import io.tributary.traffic.check.Facts;
import io.tributary.traffic.check.Facts.Fact;
import io.tributary.traffic.check.KeyRules;
import io.tributary.traffic.check.Tally;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.avro.generic.GenericRecord;

/** The family's facts, folded in the order of each log. */
final class DevicesFold {

  static final String REUSED = "BATCH_ID_REUSED";

  private static final long THIRTY_DAYS = 2_592_000_000L;
  private static final long A_DAY = 86_400_000L;
  private static final String HARDWARE_ID = "hardware_id";
  private static final String KEY_ID = "key_id";

  final Subjects devices = new Subjects();
  final Subjects keys = new Subjects();
  final DeadLetters deadLetters = new DeadLetters();
  final Tally tally = new Tally();

  /** Readings by device, each once, in the order of the log. */
  final Map<String, List<Reading>> readings = new HashMap<>();

  /** APPLIED, or the code of its rejection, by the id of each command. */
  final Map<String, String> decisions = new HashMap<>();

  /** Those of commands whose outcome may be deleted by now. */
  final Map<String, String> oldDecisions = new HashMap<>();

  final List<Fact> batches;
  final List<Fact> commands = new ArrayList<>();

  private final long readAt;
  private final Map<String, Claims> claims = new HashMap<>();
  private final Map<List<String>, Long> seen = new HashMap<>();

  DevicesFold(Contents contents) {
    readAt = contents.readAt().toEpochMilli();
    batches = read(contents, "devices.batches", "DeviceBatch", HARDWARE_ID);
    batches.forEach(fact -> batch(fact.value()));
    each(contents, "devices.device-commands", "DeviceCommand", HARDWARE_ID, this::deviceCommand);
    each(contents, "devices.api-key-commands", "ApiKeyCommand", KEY_ID, this::keyCommand);
    read(contents, "devices.api-key-uses", "ApiKeyUse", KEY_ID)
        .forEach(fact -> keys.active(text(fact.value(), KEY_ID), acceptedAt(fact.value())));
    claim(contents);
  }

  private void each(
      Contents contents, String topic, String type, String key, Consumer<GenericRecord> step) {
    List<Fact> facts = read(contents, topic, type, key);
    commands.addAll(facts);
    facts.forEach(fact -> step.accept(fact.value()));
  }

  private List<Fact> read(Contents contents, String topic, String type, String key) {
    return Facts.read(
        contents,
        topic,
        type,
        fact -> Optional.of(text(fact, key)).filter(id -> isKey(key, id) && areIds(fact)),
        deadLetters);
  }

  private static boolean isKey(String field, String id) {
    return field.equals(HARDWARE_ID) ? isHardwareId(id) : id.length() == 36;
  }

  /** True of {@code XX:XX:XX:XX:XX:XX} in capital hex digits. */
  private static boolean isHardwareId(String id) {
    boolean fits = id.length() == 17;
    for (int i = 0; fits && i < id.length(); i++) {
      char c = id.charAt(i);
      fits = i % 3 == 2 ? c == ':' : (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
    }
    return fits;
  }

  private static boolean areIds(GenericRecord fact) {
    return !fact.hasField("readings")
        || records(fact, "readings").stream()
            .allMatch(reading -> KeyRules.isPrintable(text(reading, "batch_id"), 256));
  }

  private void batch(GenericRecord fact) {
    devices.active(text(fact, HARDWARE_ID), acceptedAt(fact));
    for (GenericRecord each : records(fact, "readings")) {
      Reading reading = Reading.ofFact(fact, each);
      List<String> id = List.of(reading.device(), reading.batchId());
      Long first = seen.get(id);
      if (first != null && reading.receivedAt() - first < THIRTY_DAYS) {
        tally.add("readings repeated");
        continue;
      }
      tally.add(first == null ? "readings" : "readings after thirty days");
      seen.put(id, reading.receivedAt());
      readings.computeIfAbsent(reading.device(), any -> new ArrayList<>()).add(reading);
    }
  }

  private void deviceCommand(GenericRecord fact) {
    String device = text(fact, HARDWARE_ID);
    GenericRecord change = inner(fact, "change");
    Map<String, Object> before = devices.find(device);
    boolean renaming = type(change).equals("DeviceRenaming");
    if (renaming && before == null) {
      decide(fact, "DEVICE_NOT_FOUND");
      return;
    }
    decide(fact, "APPLIED");
    tally.add(renaming ? "renamings" : before == null ? "devices" : "registrations again");
    if (before == null) {
      devices.put(device, States.registered(device, acceptedAt(fact), change));
    } else {
      devices.put(
          device, renaming ? States.named(before, change) : States.refreshed(before, change));
    }
    if (!renaming) {
      devices.registered(device, acceptedAt(fact));
    }
  }

  private void keyCommand(GenericRecord fact) {
    String keyId = text(fact, KEY_ID);
    GenericRecord change = inner(fact, "change");
    Map<String, Object> before = keys.find(keyId);
    boolean revocation = type(change).equals("ApiKeyRevocation");
    if (revocation == (before == null)) {
      decide(fact, revocation ? "API_KEY_NOT_FOUND" : "KEY_EXISTS");
      return;
    }
    decide(fact, "APPLIED");
    tally.add(revocation ? "keys revoked" : "keys");
    keys.put(
        keyId,
        before == null ? States.created(keyId, acceptedAt(fact), change) : States.revoked(before));
  }

  private void decide(GenericRecord fact, String decision) {
    boolean old = acceptedAt(fact) + A_DAY <= readAt;
    (old ? oldDecisions : decisions).put(text(inner(fact, "envelope"), "fact_id"), decision);
    if (!decision.equals("APPLIED")) {
      tally.add(decision);
    }
  }

  /** Gives each reading the record that tells it, which is what the sink refuses. */
  private void claim(Contents contents) {
    Map<String, List<LogRecord>> records = new HashMap<>();
    for (LogRecord record : contents.topic("devices.readings")) {
      String device = record.key().substring(0, Math.max(0, record.key().indexOf('/')));
      records.computeIfAbsent(device, any -> new ArrayList<>()).add(record);
    }
    readings.forEach(
        (device, list) -> {
          List<LogRecord> told = records.getOrDefault(device, List.of());
          for (int i = 0; i < list.size(); i++) {
            claims
                .computeIfAbsent(list.get(i).batchId(), any -> new Claims())
                .add(list.get(i), i < told.size() ? told.get(i) : null);
          }
        });
  }

  /** What became of each batch id, where several outcomes are possible the one that was found. */
  List<Claims.Outcome> outcomes(Contents contents) {
    Map<List<Object>, Map<String, Object>> found = contents.table("processed_batches");
    Set<String> dead = new HashSet<>();
    for (LogRecord letter : contents.topic("devices.dead-letters")) {
      if (letter.header("tributary-code").filter(REUSED::equals).isPresent()) {
        letter.header("tributary-origin").ifPresent(dead::add);
      }
    }
    List<Claims.Outcome> outcomes = new ArrayList<>();
    claims.forEach(
        (batchId, claim) ->
            outcomes.add(claim.outcome(found.get(List.of(batchId)), dead::contains)));
    return outcomes;
  }
}
