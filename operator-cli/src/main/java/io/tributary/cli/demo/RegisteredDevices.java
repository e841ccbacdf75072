package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Credential;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Devices that register, each twice, and what the tables must hold of them and of their key. */
final class RegisteredDevices {

  private final DemoClient client;
  private final Credential device;
  private final List<ObjectNode> items = new ArrayList<>();

  /**
   * No device yet.
   *
   * @param device the API key that they send
   */
  RegisteredDevices(DemoClient client, Credential device) {
    this.client = client;
    this.device = device;
  }

  /** Registers a device, again after a boot with another firmware; its name and id stay. */
  void register(String hardwareId, String bootId, Optional<String> friendlyName)
      throws InterruptedException {
    ObjectNode first = registration(hardwareId, bootId, "1.0.15");
    friendlyName.ifPresent(name -> first.put("friendly_name", name));
    String confirmationId = confirmed(first);
    ObjectNode again = registration(hardwareId, bootId, "1.0.16");
    if (!confirmationId.equals(confirmed(again))) {
      throw new DemoFailedException(hardwareId + " was confirmed under two ids");
    }
    ObjectNode item = client.object();
    item.put("hardware_id", hardwareId);
    item.put("confirmation_id", confirmationId);
    item.set("capabilities", again.path("capabilities"));
    item.put("last_boot_id", bootId);
    item.put("firmware_version", "1.0.16");
    friendlyName.ifPresent(name -> item.put("friendly_name", name));
    item.put("gsi1pk", "devices");
    items.add(item);
  }

  /** Items of {@code devices}, given that all happened between the two times. */
  List<ExpectedItem> expected(Moments moments) {
    return items.stream()
        .map(
            item ->
                new ExpectedItem(
                    "devices",
                    Map.of("hardware_id", item.path("hardware_id").asText()),
                    found -> stored(item, found, moments)))
        .toList();
  }

  /** The item of {@code api_keys} for a key that was used, given the answer that brought it. */
  static ExpectedItem usedKey(JsonNode answer, Moments moments) {
    String keyId = answer.path("key_id").asText();
    return new ExpectedItem(
        "api_keys",
        Map.of("key_id", keyId),
        found -> {
          ObjectNode item = found.objectNode();
          item.put("key_id", keyId);
          item.put("api_key_hash", hashOr(found.path("api_key_hash").asText(), "64 hex digits"));
          item.set("created_at", answer.path("created_at"));
          item.put("last_used_at", moments.nearest(found.path("last_used_at").asText()));
          item.put("is_active", true);
          item.put("description", "demonstration");
          item.put("gsi1pk", "api_keys");
          item.set("gsi1sk", answer.path("created_at"));
          return ExpectedItem.withRev(item, found);
        });
  }

  private static ObjectNode stored(ObjectNode known, ObjectNode found, Moments moments) {
    ObjectNode item = known.deepCopy();
    String lastSeen = moments.nearest(found.path("last_seen_at").asText());
    item.put("first_registered_at", moments.nearest(found.path("first_registered_at").asText()));
    item.put("last_seen_at", lastSeen);
    item.put("gsi1sk", lastSeen);
    return ExpectedItem.withRev(item, found);
  }

  private static String hashOr(String found, String otherwise) {
    return found.matches("[0-9a-f]{64}") ? found : otherwise;
  }

  private String confirmed(ObjectNode registration) throws InterruptedException {
    Instant before = client.now();
    JsonNode answer = client.post("/v1/devices/register", device, registration);
    String registeredAt = answer.path("registered_at").asText();
    boolean right =
        answer.path("status").asText().equals("registered")
            && answer.path("hardware_id").equals(registration.path("hardware_id"))
            && new Moments(before, client.now()).nearest(registeredAt).equals(registeredAt);
    if (!right) {
      throw new DemoFailedException("sent " + registration + " but the answer was " + answer);
    }
    return answer.path("confirmation_id").asText();
  }

  private ObjectNode registration(String hardwareId, String bootId, String firmwareVersion) {
    ObjectNode body = client.object();
    body.put("hardware_id", hardwareId);
    body.put("boot_id", bootId);
    body.put("firmware_version", firmwareVersion);
    ObjectNode capabilities = body.putObject("capabilities");
    capabilities.putArray("sensors").add("bme280").add("soil_moisture");
    capabilities.putObject("features").put("tft_display", true).put("offline_buffering", false);
    return body;
  }
}
