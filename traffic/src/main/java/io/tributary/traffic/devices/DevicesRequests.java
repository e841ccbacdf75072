package io.tributary.traffic.devices;

import static io.tributary.traffic.avro.Fields.inner;
import static io.tributary.traffic.avro.Fields.records;
import static io.tributary.traffic.avro.Fields.requestId;
import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.textOrNull;
import static io.tributary.traffic.avro.Fields.type;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.Plain;
import io.tributary.traffic.Request;
import io.tributary.traffic.check.Acceptance;
import io.tributary.traffic.check.Facts.Fact;
import io.tributary.traffic.check.Violations;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import io.tributary.traffic.json.PlainJson;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Requests of the family held against the facts that they have led to, and against answers. */
final class DevicesRequests {

  static final String DATA = "/v1/devices/data";
  static final String REGISTER = "/v1/devices/register";
  static final String DEVICES = "/v1/admin/devices/";
  static final String KEYS = "/v1/admin/api-keys";

  private final Acceptance<List<Object>> acceptance = new Acceptance<>();
  private final Map<String, List<List<Object>>> asked = new HashMap<>();
  private final Set<Object> madeKeys = new HashSet<>();
  private final Map<Object, Object> confirmations = new HashMap<>();

  private DevicesRequests() {}

  /** Adds the violations of what deliveries were told. */
  static void check(DevicesFold fold, Collection<Delivery> deliveries, Violations violations) {
    DevicesRequests requests = new DevicesRequests();
    for (Delivery delivery : deliveries) {
      Request request = delivery.request();
      if (RequestFactory.verdict(request) != Verdict.REFUSED) {
        requests.asked.put(RequestFactory.id(request), asked(request));
      }
    }
    fold.batches.forEach(requests::addBatch);
    fold.commands.forEach(requests::addCommand);
    requests.acceptance.check(
        deliveries,
        request -> requests.asked.getOrDefault(RequestFactory.id(request), List.of()),
        violations);
    deliveries.stream()
        .filter(Delivery::acknowledged)
        .forEach(delivery -> requests.checkAnswer(delivery, violations));
  }

  private static List<List<Object>> asked(Request request) {
    if (request.method().equals("DELETE")) {
      return List.of(List.of(request.path().substring(KEYS.length() + 1)));
    }
    JsonNode tree = PlainJson.tree(request.body());
    if (request.path().equals(DATA)) {
      Map<String, List<Object>> byDevice = new LinkedHashMap<>();
      for (JsonNode reading : tree.path("readings")) {
        Said said = Said.of(reading);
        byDevice.computeIfAbsent(said.device(), any -> new ArrayList<>()).add(said);
      }
      return new ArrayList<>(byDevice.values());
    }
    Map<String, Object> body = PlainJson.object(tree);
    if (request.path().equals(REGISTER)) {
      return List.of(
          List.of(
              member(body, "hardware_id"),
              member(body, "boot_id"),
              member(body, "firmware_version"),
              member(body, "friendly_name"),
              member(body, "capabilities")));
    }
    return request.path().startsWith(DEVICES)
        ? List.of(
            List.of(request.path().substring(DEVICES.length()), member(body, "friendly_name")))
        : List.of(List.of(member(body, "description")));
  }

  private void addBatch(Fact fact) {
    GenericRecord batch = fact.value();
    String id = requestId(batch);
    String device = text(batch, "hardware_id");
    List<GenericRecord> readings = records(batch, "readings");
    List<Object> asked = askedOf(id, device);
    if (asked.size() == readings.size()) {
      List<Object> said = new ArrayList<>(asked.size());
      for (int i = 0; i < asked.size(); i++) {
        Said stored = Said.of(device, readings.get(i));
        // a reading that came without a name was given the device's
        said.add(((Said) asked.get(i)).name() == null ? stored.nameless() : stored);
      }
      acceptance.add(id, said);
    } else {
      acceptance.add(id, List.of(device));
    }
  }

  private List<Object> askedOf(String requestId, String device) {
    for (List<Object> each : asked.getOrDefault(requestId, List.of())) {
      if (each.get(0) instanceof Said said && said.device().equals(device)) {
        return each;
      }
    }
    return List.of();
  }

  private void addCommand(Fact fact) {
    GenericRecord change = inner(fact.value(), "change");
    acceptance.add(
        requestId(fact.value()),
        switch (type(change)) {
          case "DeviceRegistration" -> registration(fact.value(), change);
          case "DeviceRenaming" ->
              List.of(text(fact.value(), "hardware_id"), orNull(change, "friendly_name"));
          case "ApiKeyCreation" -> {
            madeKeys.add(text(fact.value(), "key_id"));
            yield List.of(orNull(change, "description"));
          }
          default -> List.of(text(fact.value(), "key_id"));
        });
  }

  private List<Object> registration(GenericRecord fact, GenericRecord change) {
    String device = text(fact, "hardware_id");
    confirmations.putIfAbsent(device, text(change, "confirmation_id"));
    return List.of(
        device,
        text(change, "boot_id"),
        text(change, "firmware_version"),
        orNull(change, "friendly_name"),
        States.capabilities(inner(change, "capabilities")));
  }

  private void checkAnswer(Delivery delivery, Violations violations) {
    Request request = delivery.request();
    if (request.method().equals("POST")) {
      Map<String, Object> answer = PlainJson.object(delivery.answer());
      boolean right =
          switch (request.path()) {
            case DATA -> named(answer).equals(batchIds(request));
            case REGISTER ->
                Objects.equals(
                    answer.get("confirmation_id"),
                    confirmations.get(answer.getOrDefault("hardware_id", "")));
            default -> madeKeys.contains(answer.get("key_id"));
          };
      if (!right) {
        violations.add("answer beside the facts: " + delivery);
      }
    }
  }

  private static Set<Object> named(Map<String, Object> answer) {
    Set<Object> named = new HashSet<>();
    for (String list : List.of("acknowledged_batch_ids", "duplicate_batch_ids")) {
      if (answer.get(list) instanceof List<?> ids) {
        named.addAll(ids);
      }
    }
    return named;
  }

  private Set<Object> batchIds(Request request) {
    Set<Object> ids = new HashSet<>();
    asked
        .getOrDefault(RequestFactory.id(request), List.of())
        .forEach(device -> device.forEach(reading -> ids.add(((Said) reading).batchId())));
    return ids;
  }

  private static Object member(Map<String, Object> body, String name) {
    return body.getOrDefault(name, Plain.Null.NULL);
  }

  private static Object orNull(GenericRecord record, String field) {
    @Nullable String value = textOrNull(record, field);
    return value == null ? Plain.Null.NULL : value;
  }
}
